import type { Page } from '@playwright/test';
import { Client } from '../support/client.ts';
import type { TestSite } from '../support/site.ts';
import { expectAccessible } from './axe.ts';
import { expect, startBlog, test } from './fixtures.ts';
import { fillSite, type LanguageContent } from './language-content.ts';

type Site = LanguageContent & { server: TestSite; admin: Client };

async function siteIn(language: string): Promise<Site> {
  const server = await startBlog();
  const admin = new Client(server.url);
  await admin.login();
  return { server, admin, ...(await fillSite(admin, language)) };
}

const pathsOf = ({ own, other }: LanguageContent) => ({
  list: '/',
  compact: '/?view=compact',
  post: `/post/${own.post_title_web}`,
  'post in another language': `/post/${other.post_title_web}`,
  search: '/search?q=tide',
  archive: '/archive',
  year: '/archive/2026',
  topics: '/topics',
  login: '/login',
  feed: '/feed.xml',
  'not found': '/post/no-such-post',
});

/** How far the page can be scrolled sideways, in either direction. */
const sidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** The distance of the text of an element from the right and the left edge of the window. */
const edges = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const { left, right } = range.getBoundingClientRect();
      return { left, right: document.documentElement.clientWidth - right };
    });

test.describe('the Arabic site', () => {
  let site: Site;
  test.beforeAll(async () => {
    site = await siteIn('ar');
  });
  test.afterAll(() => site.server.dispose());
  test.beforeEach(({ allowConsole }) => {
    allowConsole(/status of 404/);
  });

  for (const width of [320, 360, 1280])
    test(`fits into ${width} px and starts at the right edge`, { tag: '@deep' }, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      for (const [name, path] of Object.entries(pathsOf(site))) {
        await page.goto(site.server.url + path);
        await expect(page.locator('html'), name).toHaveAttribute('dir', 'rtl');
        expect(await sidewaysScroll(page), `${name} at ${width} px`).toBe(0);
        const title = await edges(page, '.site-title');
        expect(title.right, `${name}: name of the site`).toBeLessThan(title.left);
      }
      await page.goto(site.server.url + pathsOf(site).post);
      const text = await edges(page, '.content > p');
      const name = await edges(page, '.site-title');
      expect(text.right).toBeLessThan(width === 1280 ? 400 : name.right + 2);
    });

  for (const colorScheme of ['light', 'dark'] as const)
    test(`is accessible in the ${colorScheme} color scheme`, { tag: '@deep' }, async ({ page }) => {
      test.slow();
      await page.emulateMedia({ colorScheme });
      for (const path of Object.values(pathsOf(site))) {
        await page.goto(site.server.url + path);
        await expectAccessible(page);
      }
    });

  for (const layout of ['index', 'magazine'])
    test(`fits into a phone with the layout ${layout}`, { tag: '@deep' }, async ({ page }) => {
      await site.admin.put('/webapi/api/admin/site', { layout });
      await page.setViewportSize({ width: 320, height: 800 });
      await page.goto(site.server.url);
      expect(await sidewaysScroll(page)).toBe(0);
      await expectAccessible(page);
      await site.admin.put('/webapi/api/admin/site', { layout: 'journal' });
    });

  test('shows an English post from left to right, in a frame from right to left', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(site.server.url + pathsOf(site)['post in another language']);
    for (const part of [
      '.content ul',
      '.content ol',
      '.content blockquote',
      '.content table',
      '.content summary',
      '.post-title',
      '.meta-line',
    ])
      await expect(page.locator(part).first(), part).toHaveCSS('direction', 'ltr');
    for (const part of ['.comments', '.neighbors'])
      await expect(page.locator(part).first(), part).toHaveCSS('direction', 'rtl');
    // Its letters have italics, which bold ones replace in Arabic.
    await expect(page.locator('.content em').first()).toHaveCSS('font-weight', '400');
    // The sign belongs in front of the word.
    await expect(page.locator('.tags a').first()).toHaveCSS('direction', 'ltr');
    const [title, label] = [
      await edges(page, '.neighbors [rel=prev] bdi'),
      await edges(page, '.neighbors span'),
    ];
    expect(Math.abs(title.right - label.right)).toBeLessThan(2);
  });

  test('shows the beginning of code', { tag: '@deep' }, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(site.server.url + pathsOf(site).post);
    const code = page.locator('.content pre').first();
    await expect(code).toHaveCSS('direction', 'ltr');
    const [box, text] = [await code.boundingBox(), await code.locator('code').boundingBox()];
    expect(text?.x).toBeGreaterThan(box?.x ?? Number.POSITIVE_INFINITY);
    await expect(page.locator('.content .table').first()).toHaveCSS('direction', 'rtl');
  });

  test('has room for dates of fixed width in the archive', { tag: '@deep' }, async ({ page }) => {
    await site.admin.put('/webapi/api/admin/site', { type_pairing: 'mono' });
    await page.goto(`${site.server.url}/archive`);
    const [date, title] = [
      await page.locator('.titles time').first().boundingBox(),
      await edges(page, '.titles a'),
    ];
    const width = await page.evaluate(() => document.documentElement.clientWidth);
    expect(date?.x).toBeGreaterThan(width - title.right);
    await site.admin.put('/webapi/api/admin/site', { type_pairing: 'serif' });
  });

  test('has counts after their names', { tag: '@deep' }, async ({ page }) => {
    await page.goto(`${site.server.url}/topics`);
    for (const entry of await page.locator('.topics li').all()) {
      const [name, count] = [
        await entry.locator('> .topic').boundingBox(),
        await entry.locator('> .count').boundingBox(),
      ];
      expect(count?.x).toBeLessThan(name?.x ?? 0);
    }
  });

  test('has the next image at the left', { tag: '@deep' }, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(site.server.url + pathsOf(site).post);
    await page.locator('.gallery a').first().click();
    const number = page.locator('.viewer figcaption span');
    await expect(number).toHaveText('1 / 3');
    await page.keyboard.press('ArrowLeft');
    await expect(number).toHaveText('2 / 3');
    await page.keyboard.press('ArrowRight');
    await expect(number).toHaveText('1 / 3');
    const [next, previous] = [
      await page.locator('.viewer .next').boundingBox(),
      await page.locator('.viewer .previous').boundingBox(),
    ];
    expect(next?.x).toBeLessThan(previous?.x ?? 0);
    await page.mouse.move(500, 400);
    await page.mouse.down();
    await page.mouse.move(700, 400);
    await page.mouse.up();
    await expect(number).toHaveText('2 / 3');
  });
});

test.describe('the English site', () => {
  let site: Site;
  test.beforeAll(async () => {
    site = await siteIn('en');
  });
  test.afterAll(() => site.server.dispose());

  test('shows an Arabic post from right to left, in a frame from left to right', { tag: '@deep' }, async ({
    page,
  }) => {
    await page.goto(site.server.url + pathsOf(site)['post in another language']);
    for (const part of ['.post-title', '.meta-line', '.content ul', '.content blockquote', '.content table'])
      await expect(page.locator(part).first(), part).toHaveCSS('direction', 'rtl');
    for (const part of ['.content pre', '.comments'])
      await expect(page.locator(part).first(), part).toHaveCSS('direction', 'ltr');
  });
});

for (const language of ['de', 'ja'])
  test(`the site in ${language} fits into 320 px`, { tag: '@deep' }, async ({ page, allowConsole }) => {
    allowConsole(/status of 404/);
    const site = await siteIn(language);
    try {
      await page.setViewportSize({ width: 320, height: 800 });
      for (const [name, path] of Object.entries(pathsOf(site))) {
        await page.goto(site.server.url + path);
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        expect(await sidewaysScroll(page), name).toBe(0);
        if (name === 'search')
          expect((await page.locator('.search-form button').boundingBox())?.height).toBeLessThan(50);
      }
      await page.goto(site.server.url + pathsOf(site).post);
      await expect(page.locator('.content').first()).toHaveCSS('hyphens', 'auto');
      await expect(page.locator('.content pre').first()).toHaveCSS('hyphens', 'manual');
      if (language === 'ja')
        await expect(page.locator('.content p').first()).toHaveCSS('line-break', 'strict');
    } finally {
      await site.server.dispose();
    }
  });
