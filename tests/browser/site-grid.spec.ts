import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { type Content, expect, richHtml, test } from './site-content.ts';

const paragraph =
  'The tide comes in twice a day, reliably, and leaves something on the sand each time it goes. ';

/** Five posts like those of the demo: an image each, some more images, long texts, a long title, tables and code. */
async function writeFive(content: Content): Promise<string> {
  const tag = `grid${Date.now()}`;
  for (let number = 0; number < 5; number++)
    await content.write({
      title: number === 2 ? 'On Missing the Last Ferry, and Why I Would Do It Again' : `Harbour ${number}`,
      content: `<p>${paragraph.repeat(1 + number * 2)}</p><h2>Then</h2>${richHtml}`,
      category: 'travel.sea-side',
      tags: [tag, 'harbour', 'evening', 'quiet'],
      images: number === 4 ? 0 : 3,
    });
  return `/tag/${tag}`;
}

const edges = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      return { start: Math.round(left), end: Math.round(right) };
    });

const height = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

for (const width of [1280, 1920])
  test(`text starts at the same place on every page, ${width} px`, { tag: '@deep' }, async ({
    page,
    content,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const about = await content.admin.post<{ post_title_web: string }>('/webapi/api/posts', {
      kind: 'page',
      post_title: 'About the grid',
      post_title_web: `/about-grid-${width}`,
      post_content: `<p>${paragraph}</p>`,
      active: true,
    });
    expect(about.status).toBe(201);
    const post = `/post/${content.rich.post_title_web}`;
    const text = { start: (width - 640) / 2, end: (width + 640) / 2 };
    for (const [path, selector] of [
      ['/', '.card'],
      ['/?view=compact', '.compact-card'],
      ['/filter/travel', '.filter h1'],
      [post, '.post-title'],
      [post, '.post > .content'],
      [post, '.content .table'],
      [post, '.comment-list li'],
      [post, '.related'],
      [about.body.post_title_web, '.post > .content'],
      ['/search?q=tide', '.search-hit'],
      ['/search?q=tide', '.load-more'],
      ['/feed.xml', '.title-list'],
    ] as const) {
      if (new URL(page.url(), 'http://x').pathname !== path) await page.goto(path);
      const found = await edges(page, selector);
      expect(found.start, `${path} ${selector}`).toBe(text.start);
      if (!/h1/.test(selector)) expect(found.end, `${path} ${selector}`).toBe(text.end);
    }
    // Left-aligned in the same column, but narrower.
    await page.goto('/login');
    for (const part of ['.login', '.login-help'])
      expect((await edges(page, part)).start, part).toBe(text.start);
  });

test('five posts take at most 3,000 px, and no card more than one screen', { tag: '@deep' }, async ({
  page,
  content,
}) => {
  test.slow();
  await page.setViewportSize({ width: 1280, height: 800 });
  const path = await writeFive(content);
  await page.goto(path);
  await expect(page.locator('.card')).toHaveCount(5);
  expect(await height(page)).toBeLessThanOrEqual(3000);
  for (const card of await page.locator('.card').all())
    expect((await card.boundingBox())?.height).toBeLessThan(800);
  // The main image is shown large, so only the two others have thumbnails.
  await expect(page.locator('.card').nth(1).locator('.gallery img')).toHaveCount(2);
  const text = page.locator('.card').first().locator('.content');
  // Five lines; blocks that cannot be cut between lines are left out.
  expect((await text.boundingBox())?.height).toBeLessThan(6.5 * 28);
  for (const block of ['pre', '.table', 'hr'])
    for (const one of await text.locator(block).all()) await expect(one).toBeHidden();

  await page.goto(`${path}?view=compact`);
  for (const card of await page.locator('.compact-card').all()) {
    expect((await card.boundingBox())?.height).toBeLessThanOrEqual(90);
    await expect(card.getByRole('link', { name: 'Direct Link' })).toBeVisible();
    await expect(card.getByRole('button', { name: 'Leave Comment' })).toBeVisible();
  }

  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(path);
  for (const card of await page.locator('.card').all()) {
    const [title, meta, image] = await Promise.all(
      ['.post-title', '.meta-line', '.card-image'].map((part) =>
        card
          .locator(part)
          .boundingBox({ timeout: 500 })
          .catch(() => null),
      ),
    );
    expect(title?.y).toBeLessThan(meta?.y ?? 0);
    if (image) expect(meta?.y).toBeLessThan(image.y);
  }
});

test('a link that an excerpt cuts off shows when it gets the focus', { tag: '@deep' }, async ({
  page,
  content,
}) => {
  await content.write({
    title: 'Link at the end',
    content: `<p>${paragraph.repeat(5)}<a href="/filter/travel">last words</a></p>`,
    tags: ['lastlink'],
  });
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/tag/lastlink');
  const link = page.getByRole('link', { name: 'last words' });
  const shown = page.locator('.card .content');
  const before = (await shown.boundingBox())?.height ?? 0;
  await page.locator('.card .post-title a').focus();
  await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
  expect((await shown.boundingBox())?.height).toBeGreaterThan(before);
});

test.describe('layouts', () => {
  const choose = (content: Content, layout: string) =>
    content.admin.put('/webapi/api/admin/site', { layout });
  test.afterEach(async ({ content }) => {
    await choose(content, 'journal');
  });

  for (const [layout, entry, first, more] of [
    ['index', '.index-entry', 12, 0],
    ['magazine', '.magazine .card', 5, 10],
  ] as const)
    test(`${layout}: filters, more posts and the compact view`, {
      tag: layout === 'index' ? '@deep' : [],
    }, async ({ page, content }) => {
      expect((await choose(content, layout)).status).toBe(200);
      await page.goto('/tag/slow');
      await expect(page.locator(`.list.${layout}`)).toBeVisible();
      await expect(page.locator(entry)).toHaveCount(first);
      await expect(page.getByRole('link', { name: '[clear]' })).toBeVisible();
      await expect(page.getByText('12 posts')).toBeVisible();
      if (more > 0) {
        await page.getByRole('button', { name: 'load more...' }).click();
        await expect(page.locator(entry)).toHaveCount(more);
      }
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        await expectAccessible(page);
      }
      await page.getByRole('link', { name: 'compact' }).click();
      await expect(page.locator('.compact-card').first()).toBeVisible();
    });

  test('magazine: the first post is as wide as two others', { tag: '@deep' }, async ({ page, content }) => {
    await choose(content, 'magazine');
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto('/tag/slow');
    const [first, second, third] = await Promise.all(
      [0, 1, 2].map((index) => page.locator('.card').nth(index).boundingBox()),
    );
    expect(first?.width).toBe(860);
    expect(second?.width).toBeLessThan(430);
    expect(third?.y).toBe(second?.y);
  });
});

test.describe('right to left', () => {
  test.afterEach(async ({ content }) => {
    await content.admin.put('/webapi/api/admin/site', { language: 'en' });
  });

  test('list and post are mirrored, accessible and do not overflow', { tag: '@deep' }, async ({
    page,
    content,
  }) => {
    expect((await content.admin.put('/webapi/api/admin/site', { language: 'ar' })).status).toBe(200);
    for (const width of [320, 1280])
      for (const path of ['/', '/?view=compact', `/post/${content.rich.post_title_web}`]) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(path);
        await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
        expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width);
        await expectAccessible(page);
      }
    await page.goto('/');
    const card = page.locator('.card').first();
    const [image, text] = await Promise.all(
      ['.card-image', '.content'].map((part) => card.locator(part).boundingBox()),
    );
    expect(image?.x).toBeLessThan(text?.x ?? 0);
  });
});

test.describe('sharing a post', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('copies the link and says so where the device has no share menu', async ({ page, content }) => {
    await page.addInitScript(() => Object.assign(Navigator.prototype, { share: undefined }));
    const path = `/post/${content.rich.post_title_web}`;
    await page.goto(path);
    await page.getByRole('button', { name: 'Share' }).click();
    await expect(page.getByText('Link copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`${path}$`));
  });

  test('opens the share menu of the device', { tag: '@deep' }, async ({ page, content }) => {
    await page.addInitScript(() => {
      const shared: unknown[] = [];
      Object.assign(window, { shared });
      Object.assign(Navigator.prototype, { share: async (data: unknown) => void shared.push(data) });
    });
    await page.goto(`/post/${content.rich.post_title_web}`);
    await page.getByRole('button', { name: 'Share' }).click();
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { shared: unknown[] }).shared))
      .toMatchObject([{ title: expect.stringContaining('Harbour'), url: expect.stringContaining('/post/') }]);
    await expect(page.getByText('Link copied')).toHaveCount(0);
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('has no button', { tag: '@deep' }, async ({ page, content }) => {
      await page.goto(`/post/${content.rich.post_title_web}`);
      await expect(page.locator('.share')).toBeHidden();
    });
  });
});

test('the head of a post darkens its image below the text alone, around the focal point', {
  tag: '@deep',
}, async ({ page, content }) => {
  const { id, images } = content.rich;
  const main = images.find((image) => image.main_image);
  const changed = await content.admin.put(`/webapi/api/posts/${id}`, {
    main_image_id: main?.id,
    focal_x: 20,
    focal_y: 80,
  });
  expect(changed.status).toBe(200);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`/post/${content.rich.post_title_web}`);
  const image = page.locator('.post-head img');
  await expect(image).toHaveCSS('object-position', '20% 80%');
  const [head, text] = await Promise.all(
    ['.post-head', '.post-head-text'].map((part) => page.locator(part).boundingBox()),
  );
  expect(head?.width).toBeGreaterThan(1200);
  expect(text?.height).toBeLessThan((head?.height ?? 0) * 0.7);
});
