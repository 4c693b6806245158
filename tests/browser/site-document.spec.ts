import { readDemoPosts, replaceImages } from '../../demo/posts.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { checkHtml } from '../support/html-checker.ts';
import { expectAccessible } from './axe.ts';
import { type Content, expect, test } from './site-content.ts';

const media =
  '<h2>Sound and film</h2><figure class="media"><audio src="/media/none.mp3"></audio><figcaption>Waves</figcaption></figure>' +
  '<figure class="media"><video src="/media/none.mp4" width="640" height="360"></video></figure>' +
  '<p>A sum with a mistake: <span class="math">\\frac{</span></p>' +
  `<div class="math">${'x_1 + '.repeat(60)} x_2</div>` +
  '<h2><a href="/">A linked heading</a> with <em>more</em><span class="footnote">And a note.</span></h2>';

/** A post that holds everything, made of the one of the demo. */
async function everything(content: Content): Promise<Post> {
  const demo = readDemoPosts().find(({ title }) => title === 'Everything a Post Can Hold');
  if (!demo) throw new Error('The demo has no post with everything.');
  const post = await content.write({ title: 'Everything', images: demo.images.length });
  const files = new Map(demo.images.map(({ file }, index) => [file, post.images[index]?.file_path ?? '']));
  const html = replaceImages(demo.content, (file) => files.get(file) ?? '') + media;
  const { status, body } = await content.admin.put<Post>(`/webapi/api/posts/${post.id}`, {
    post_content: html,
  });
  expect(status).toBe(200);
  expect(body.post_content).toBe(html);
  return body;
}

test.describe('a post that holds everything', () => {
  // The checks of a page this large take a while on a busy machine.
  test.setTimeout(90_000);
  let path = '';
  test.beforeEach(async ({ page, content, allowConsole }) => {
    // The media files do not exist.
    allowConsole(/404/);
    path ||= `/post/${(await everything(content)).post_title_web}`;
    await page.goto(path);
  });

  test('is valid HTML, also in a list', { tag: '@deep' }, async ({ page, request }) => {
    const pages = await Promise.all(
      [path, '/?show=100'].map(async (name) => ({ name, html: await (await request.get(name)).text() })),
    );
    expect((await checkHtml(pages)).join('\n')).toBe('');
    await expect(page.locator('.content math')).not.toHaveCount(0);
  });

  for (const colorScheme of ['light', 'dark'] as const)
    test(`is accessible and fits on a phone, ${colorScheme}`, { tag: '@deep' }, async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      await expectAccessible(page);
    });

  test('links its headings, which a keyboard finds too', { tag: '@deep' }, async ({ page }) => {
    const anchor = page.getByRole('link', { name: 'Link to Galleries' });
    await expect(anchor).toHaveCSS('opacity', '0');
    await anchor.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await expect(anchor).toHaveCSS('opacity', '1');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#h-galleries$/);
    await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Sums' }).click();
    await expect(page).toHaveURL(/#h-sums$/);
    await expect(page.getByRole('heading', { name: /^Sums/ })).toBeInViewport();
  });

  test('leads to its footnotes and back', { tag: '@deep' }, async ({ page }) => {
    await page.getByLabel('Footnote 2', { exact: true }).click();
    await expect(page.locator('#fn-2')).toBeInViewport();
    await page.locator('#fn-2').getByLabel('Back to the text of footnote 2').click();
    await expect(page.locator('#fnref-2')).toBeInViewport();
    await expect(page).toHaveURL(/#fnref-2$/);
  });

  test('opens its images in the viewer with their captions', async ({ page }) => {
    const images = page.locator('.content a.zoom');
    await images.nth(1).focus();
    await page.keyboard.press('Enter');
    const viewer = page.getByRole('dialog');
    await expect(viewer.locator('figcaption')).toHaveText('Before sunrise 2 / 6');
    await page.keyboard.press('ArrowLeft');
    await expect(viewer.locator('figcaption')).toContainText('since April');
    await page.keyboard.press('Escape');
    await expect(viewer).toHaveCount(0);
    await expect(images.nth(1)).toBeFocused();
  });

  test('keeps its layout while images load', { tag: '@deep' }, async ({ page }) => {
    const height = () => page.locator('.content').evaluate((node) => node.getBoundingClientRect().height);
    for (const image of await page.locator('.content a.zoom img').all()) {
      await image.scrollIntoViewIfNeeded();
      await expect
        .poll(() => image.evaluate((node: HTMLImageElement) => node.complete && node.naturalWidth))
        .toBeTruthy();
    }
    const loaded = await height();
    await page.route('**/images/**', () => {});
    await page.reload({ waitUntil: 'domcontentloaded' });
    expect(Math.abs((await height()) - loaded)).toBeLessThan(2);
  });
});

test('without JavaScript images are links, and details open', async ({ browser, content, server }) => {
  const post = await everything(content);
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url });
  const page = await context.newPage();
  await page.goto(`/post/${post.post_title_web}`);
  await page.getByText('What happened to the sandwich').click();
  await expect(page.getByText('See the gulls, above.')).toBeVisible();
  await page.locator('.content a.zoom').first().click();
  await expect(page).toHaveURL(/\/images\//);
  await context.close();
});
