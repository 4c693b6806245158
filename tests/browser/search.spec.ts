import { urls } from '../../src/platform/http/urls.ts';
import { checkHtml } from '../support/html-checker.ts';
import { expectAccessible } from './axe.ts';
import { expect, test } from './site-content.ts';

test('the search form in the header leads to highlighted results', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('searchbox', { name: 'Search this site' }).fill('postcard');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/search?q=postcard');
  await expect(page.getByRole('status')).toHaveText('11 posts for “postcard”');
  await expect(page.locator('.search-hit')).toHaveCount(5);
  await page.getByRole('button', { name: 'load more...' }).click();
  await expect(page.locator('.search-hit')).toHaveCount(10);
  await expect(page).toHaveURL('/search?q=postcard&show=10');
  await page.reload();
  await expect(page.locator('.search-hit')).toHaveCount(10);

  const box = page.getByRole('searchbox', { name: 'Search for' });
  await expect(box).toHaveValue('postcard');
  await box.fill('CÔURSE answ');
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  await expect(page.locator('.search-hit h2')).toHaveText(['A Harbour & its <Boats>']);
  await expect(page.locator('.search-hit mark')).toHaveText(['answer', 'course']);
  await page.getByRole('link', { name: 'A Harbour & its <Boats>' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A Harbour & its <Boats>');
  await page.goBack();
  await expect(page.getByRole('searchbox', { name: 'Search for' })).toHaveValue('CÔURSE answ');
});

test('no results, an empty query and markup in the query', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/search?q=%3Cimg%20src%3Dx%3Emarkup');
  await expect(page.getByRole('status')).toHaveText(/^No posts found for “<img src=x>markup”/);
  await page.goto('/search');
  await expect(page.getByRole('status')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
});

test('search and feed pages are accessible, on small screens too', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/search?q=tide');
  await expectAccessible(page);
  await page.goto(urls.feed);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Feed of Not Terrible');
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 600 });
  await page.goto('/');
  await page.getByRole('link', { name: 'search' }).click();
  await expect(page).toHaveURL('/search');
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test('search and feed pages are valid HTML', { tag: '@deep' }, async ({ request }) => {
  const names = [
    '/search?q=tide',
    '/search',
    '/search?q=%22%3Cb%3E',
    '/feed.xml',
    '/tag/slow/feed.xml',
    '/tag/slow',
  ];
  const pages = await Promise.all(
    names.map(async (name) => ({
      name,
      html: await (await request.get(name, { headers: { accept: 'text/html' } })).text(),
    })),
  );
  expect(await checkHtml(pages)).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('searching and paging work with plain forms and links', { tag: '@deep' }, async ({ page }) => {
    await page.goto('/');
    await page.getByRole('searchbox', { name: 'Search this site' }).fill('tide');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/search?q=tide');
    await expect(page.locator('.search-hit')).toHaveCount(5);
    await expect(page.locator('.search-hit mark').first()).toHaveText('tide');
    await page.getByRole('button', { name: 'load more...' }).click();
    await expect(page.locator('.search-hit')).toHaveCount(10);
  });
});

test('a feed URL shows a readable page in a browser', async ({ page }) => {
  await page.goto('/tag/bread/feed.xml');
  await expect(page.getByLabel('Feed URL')).toHaveValue(/\/tag\/bread\/feed\.xml$/);
  await expect(page.locator('.title-list li')).toHaveCount(5);
  const alternates = page.locator('link[rel=alternate]');
  await expect(alternates).toHaveCount(6);
  await page.getByRole('link', { name: 'Postcard 2', exact: true }).click();
  await expect(page).toHaveURL('/post/postcard-2');
  // Three feeds, and the post as Markdown.
  await expect(page.locator('link[rel=alternate]')).toHaveCount(4);
});

test('a post without an image has a social card', { tag: '@deep' }, async ({ page, request }) => {
  await page.goto('/post/postcard-2');
  const address = await page.locator('meta[property="og:image"]').getAttribute('content');
  expect(address).toMatch(/\/card\/\d+-[0-9a-f]{16}\.png$/);
  const card = await request.get(new URL(address ?? '').pathname);
  expect(card.headers()).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000',
  });
});
