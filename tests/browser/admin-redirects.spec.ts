import type { Page } from '@playwright/test';
import { expect, openScreen, test, unique } from './admin.ts';
import { expectAccessible } from './axe.ts';

const rowOf = (page: Page, path: string) =>
  page.getByRole('table', { name: 'Redirects' }).getByRole('row').filter({ hasText: path });

test('the owner adds, finds and deletes redirects with the keyboard', async ({ page, newPost, server }) => {
  const post = await newPost();
  const old = `/2010/${unique()}/tea/`;
  await page.goto('/admin');
  await openScreen(page, 'Settings', 'Redirects');
  await expect(page.getByRole('heading', { name: 'Redirects', level: 1 })).toBeVisible();
  await page.getByLabel('Old path').focus();
  await page.keyboard.type(old);
  await page.keyboard.press('Tab');
  await page.keyboard.type(`/post/${post.post_title_web}`);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${old.slice(0, -1)} is redirected now.`)).toBeVisible();
  await expect(page.getByLabel('Old path')).toHaveValue('');
  const row = rowOf(page, old.slice(0, -1));
  await expect(row).toContainText(post.post_title);

  for (let n = 0; n < 3; n++) {
    const answer = await fetch(server.url + old, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([301, `/post/${post.post_title_web}`]);
  }
  await page.reload();
  await expect(row.getByRole('cell').nth(1)).toHaveText('3');
  await page.getByRole('searchbox', { name: 'Search' }).fill('no such path');
  await expect(page.getByText('No redirect matches.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill(old.slice(6, 14));
  await expect(row).toBeVisible();

  await row.getByRole('button', { name: /^Delete the redirect of/ }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`${old.slice(0, -1)} will be unknown again.`);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(row).toHaveCount(0);
  expect((await fetch(server.url + old.slice(0, -1), { redirect: 'manual' })).status).toBe(302);
});

test('what cannot be redirected is refused with a reason, and the input stays', { tag: '@deep' }, async ({
  page,
  newPost,
  expectConsole,
}) => {
  expectConsole(/status of 422/);
  expectConsole(/POST \/api\/admin\/redirects: 422/);
  const post = await newPost();
  await page.goto('/admin/redirects');
  const path = `/post/${post.post_title_web}`;
  await page.getByLabel('Old path').fill(path);
  await page.getByLabel('Leads to').fill('/archive');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText(`${path} is a page of this site.`)).toBeVisible();
  await expect(page.getByLabel('Old path')).toHaveValue(path);
});

test('an unknown path that readers ask for is redirected or declared gone', { tag: '@deep' }, async ({
  page,
  server,
  expectConsole,
}) => {
  expectConsole(/status of 410/);
  const path = `/lost-${unique()}`;
  for (let n = 0; n < 4; n++) await fetch(server.url + path, { redirect: 'manual' });
  await page.goto('/admin/redirects');
  const row = page.getByRole('table', { name: 'Unknown paths' }).getByRole('row').filter({ hasText: path });
  await expect(row).toContainText('4 times');
  await row.getByRole('button', { name: `Redirect ${path} …` }).click();
  await expect(page.getByLabel('Old path')).toHaveValue(path);
  await expect(page.getByLabel('Leads to')).toBeFocused();
  await page.getByRole('checkbox', { name: /^Nothing/ }).check();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText(`${path} now answers that it is gone.`)).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(rowOf(page, path)).toContainText('Gone (410)');

  const response = await page.goto(path);
  expect(response?.status()).toBe(410);
  await expectAccessible(page);
});

for (const width of [360, 820, 1280, 1920])
  for (const colorScheme of ['light', 'dark'] as const)
    test(
      `fits ${width} pixels and is accessible (${colorScheme})`,
      { tag: '@deep' },
      async ({ page, newPost, owner, server }, info) => {
        const post = await newPost();
        const long = `/${'very-long-segment-'.repeat(12)}${unique()}`;
        await owner.post('/webapi/api/admin/redirects', { from: long, to: `/post/${post.post_title_web}` });
        await owner.post('/webapi/api/admin/redirects', { from: `/gone-${unique()}`, to: null });
        for (let n = 0; n < 2; n++) await fetch(`${server.url}${long}-unknown`, { redirect: 'manual' });
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await page.goto('/admin/redirects?order=newest');
        await expect(page.getByRole('table', { name: 'Redirects' })).toBeVisible();
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

        await page.screenshot({ path: info.outputPath(`redirects-${width}-${colorScheme}.png`) });
      },
    );
