import type { Page } from '@playwright/test';
import { addComment, expect, listOf, test } from './admin.ts';
import { expectAccessible } from './axe.ts';

const header = (page: Page) => page.getByRole('banner');
const drawer = (page: Page) => page.getByRole('navigation', { name: 'Admin' });

test('the header has the site name, the site, a new post and no public parts', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto('/admin');
  await expect(header(page).getByRole('link', { name: 'view site' })).toHaveAttribute('href', '/');
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await expect(header(page).getByRole('searchbox')).toHaveCount(0);
  // The title fonts are for readers.
  expect(requests.filter((path) => path.includes('font'))).toEqual([]);
  await header(page).getByRole('link', { name: 'New post' }).click();
  await expect(page).toHaveURL(/\/admin\/add$/);
  // The writing screen is a sheet of its own.
  await expect(header(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'All Posts' }).click();
  await expect(header(page)).toContainText('Not Terrible');
  await header(page).getByRole('link', { name: 'admin', exact: true }).click();
  await expect(page).toHaveURL(/\/admin$/);
});

test('Help opens the page of the handbook beside the screen, and the handbook can be searched', async ({
  page,
}) => {
  const help = page.getByRole('complementary', { name: 'Help' });
  const link = page.getByRole('link', { name: 'Help', exact: true });
  await page.goto('/admin/add');
  await link.click();
  await expect(help.getByRole('heading', { name: 'Writing', exact: true })).toBeFocused();
  await page.goto('/admin/comments');
  await header(page).getByRole('link', { name: 'Help' }).click();
  await expect(help.getByRole('heading', { level: 2, name: 'Comments', exact: true })).toBeFocused();
  await expectAccessible(page);
  await help.getByRole('link', { name: 'Bluesky and Mastodon' }).click();
  await expect(help.getByRole('heading', { name: 'Bluesky, Mastodon and X' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await expect(header(page).getByRole('link', { name: 'Help' })).toBeFocused();

  await page.goto('/admin/handbook');
  await page.getByRole('searchbox').last().fill('mails arrive');
  await page.getByRole('link', { name: 'Troubleshooting: Mails do not arrive' }).click();
  await expect(page.getByRole('heading', { name: 'Mails do not arrive' })).toBeInViewport();
});

test('the header counts waiting comments and announces changes', { tag: '@deep' }, async ({
  page,
  newPost,
  server,
}) => {
  const post = await newPost();
  await addComment(server.url, post.id, 'One more that waits');
  await page.goto(listOf(post));
  const badge = header(page).getByRole('link', { name: /^\d+ comments? waiting$/ });
  // At once, because the badge disappears with the last comment.
  const count = async () => Number.parseInt((await badge.allTextContents())[0] ?? '0', 10);
  await expect(badge).toBeVisible();
  const before = await count();
  const status = header(page).getByRole('status');
  // The first number is on the screen, and not news.
  await expect(status).toHaveText('');

  await addComment(server.url, post.id, 'Sent while the screen is open');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(count).toBe(before + 1);
  await expect(status).toHaveText(`${before + 1} comments waiting`);

  await page.reload();
  // The focus opens the row.
  await page.getByRole('button', { name: 'approve', exact: true }).first().press('Enter');
  await expect.poll(count).toBe(before);
  await badge.click();
  await expect(page).toHaveURL(/\/admin\/comments\?state=waiting$/);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'approve selected' }).click();
  await expect.poll(count).toBeLessThan(before);
});

test('very many waiting comments fit beside their link', { tag: '@deep' }, async ({ page }) => {
  await page.route(/\/admin\/comments\?state=waiting&limit=1$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'x-total-count': '12345' } });
  });
  await page.goto('/admin');
  await expect(header(page).getByRole('link', { name: '12,345 comments waiting' })).toBeVisible();
  const badge = drawer(page).locator('.waiting-count');
  await expect(badge).toHaveAttribute('data-count', '999+');
  const [link, links] = [badge.locator('xpath=..'), drawer(page).locator('> ul > li > a')];
  const heights = await links.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  expect((await link.boundingBox())?.height).toBe(Math.min(...heights));
});

test('a path that no screen has says so, with a way on', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/admin/no-such-screen');
  const main = page.getByRole('main');
  await expect(main).toContainText('There is no such page.');
  await expectAccessible(page);
  await main.getByRole('link', { name: 'All Posts' }).click();
  await expect(page).toHaveURL(/\/admin$/);
});

test('on a phone the navigation is a drawer, for fingers and keyboards', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/admin/comments');
  await expect(drawer(page)).toBeHidden();
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(drawer(page)).toBeVisible();
  await expect(drawer(page).getByRole('link', { name: 'Comments' })).toHaveAttribute('aria-current', 'page');
  await expect(drawer(page).getByRole('button', { name: 'logout' })).toBeVisible();
  await expect(drawer(page).getByRole('link', { name: 'view site' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await expect(drawer(page).getByRole('link', { name: 'Posts' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toBeHidden();
  await expect(menu).toBeFocused();
  await menu.click();
  await drawer(page).getByRole('link', { name: 'Help' }).click();
  await expect(drawer(page)).toBeHidden();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(menu).toBeFocused();
  await menu.click();
  await drawer(page).getByRole('link', { name: 'Settings' }).click();
  await expect(drawer(page)).toBeHidden();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  await expect(drawer(page)).toBeHidden();
});

test('the navigation marks the screen above a screen without a link', { tag: '@deep' }, async ({
  page,
  newPost,
}) => {
  const post = await newPost();
  await page.goto(`/admin/edit/${post.id}/revisions`);
  await expect(drawer(page).getByRole('link', { name: 'All Posts' })).toHaveAttribute('aria-current', 'true');
});

/** Where the parts of the frame are. */
const placesOf = (page: Page) =>
  page.evaluate(() =>
    ['.admin-header', '.admin-site', '.new-post', '.side', '.side a[aria-current]', '#main'].map(
      (selector) => {
        const box = document.querySelector(selector)?.getBoundingClientRect();
        return `${selector} ${[box?.x, box?.y, box?.width].map((value) => Math.round(value ?? -1))}`;
      },
    ),
  );

for (const width of [360, 1280])
  test(`nothing of the frame moves when the application starts, at ${width} px`, { tag: '@deep' }, async ({
    page,
    server,
    owner,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/webapi/api/admin/auth', async (route) => {
      await released;
      await route.continue();
    });
    const started = page.goto(`${server.url}/admin/comments`);
    await expect(page.getByText('Loading the admin area')).toBeVisible();
    const before = await placesOf(page);
    release();
    await started;
    await expect(page.getByRole('heading', { name: 'Comments', level: 1 })).toBeVisible();
    expect(await placesOf(page)).toEqual(before);
    expect(owner.baseUrl).toBe(server.url);
  });
