import type { Page } from '@playwright/test';
import type { FirstRun } from '../../src/core/accounts/api/first-run.ts';
import type { Profile } from '../../src/core/accounts/api/profiles.ts';
import type { Site } from '../../src/core/site/api/site.ts';
import { Client } from '../support/client.ts';
import { adminPassword } from '../support/server.ts';
import type { TestSite } from '../support/site.ts';
import { expectAccessible } from './axe.ts';
import { test as base, expect, startBlog } from './fixtures.ts';
import { untilIdle } from './idle.ts';

/** A new site of its own, with an owner who has just signed in. */
const test = base.extend<{ fresh: TestSite; owner: Client }>({
  fresh: async ({ page }, use) => {
    const server = await startBlog();
    await use(server);
    // Before the server, which its requests would miss.
    await page.close();
    await server.dispose();
  },
  owner: async ({ fresh }, use) => {
    const owner = new Client(fresh.url);
    await owner.login();
    await use(owner);
  },
});

/** Each test starts a server of its own. */
test.describe.configure({ timeout: 90_000 });

async function signIn(page: Page, server: TestSite): Promise<void> {
  await page.goto(`${server.url}/login`);
  await page.getByLabel('UserName').fill('admin');
  await page.getByLabel('Password').fill(adminPassword);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('**/admin');
}
const questions = (page: Page) => page.getByRole('form', { name: 'Make it yours' });
const isOpen = async (owner: Client) => (await owner.get<FirstRun>('/webapi/api/admin/first-run')).body.open;

test('a new owner answers the first questions and goes on to the first post', async ({
  page,
  fresh,
  owner,
}) => {
  await signIn(page, fresh);
  const form = questions(page);
  await expect(page.getByRole('heading', { name: 'All Posts' })).toBeVisible();
  await form.getByLabel('Site name').fill('Salt & Ink');
  await expect(form.getByLabel('Tagline')).toHaveValue('A personal blog. Not terrible.');
  await form.getByLabel('Tagline').fill('notes from the window seat');
  await form.getByLabel('Your name').fill('Window Seat');
  await form.locator('label[title=Blue]').click();
  await expect(form.locator('.preview-name')).toHaveText('Salt & Ink');
  const button = form.locator('.preview-button');
  const before = await button.evaluate((element) => getComputedStyle(element).backgroundColor);
  await form.locator('label[title=Green]').click();
  expect(await button.evaluate((element) => getComputedStyle(element).backgroundColor)).not.toBe(before);
  await expect(form.getByLabel('Contact email')).toBeHidden();
  await form.getByText('Footer (optional)').click();
  await form.getByLabel('Contact email').fill('hello@example.org');

  await page.reload();
  await expect(form.getByLabel('Site name')).toHaveValue('Salt & Ink');
  await expect(form.getByLabel('Contact email')).toHaveValue('hello@example.org');

  await form.getByRole('button', { name: 'Start writing' }).click();
  await page.waitForURL('**/admin/add');
  await expect(page.getByLabel('Post Title')).toBeVisible();
  expect((await owner.get<Site>('/webapi/api/admin/site')).body).toMatchObject({
    site_name: 'Salt & Ink',
    tagline: 'notes from the window seat',
    theme_color: '#2f7d32',
    contact_email: 'hello@example.org',
    fan_site_url: '',
  });
  expect((await owner.get<Profile>('/webapi/api/admin/profile')).body.display_name).toBe('Window Seat');

  await page.goto(`${fresh.url}/admin`);
  await expect(page.getByRole('banner')).toContainText('Salt & Ink');
  await expect(page.getByRole('row', { name: /Welcome to your blog/ }).first()).toBeVisible();
  await expect(form).toHaveCount(0);
  await expect(page.getByText('unsaved')).toHaveCount(0);
});

test('the preview and the new site speak the language that the owner chooses', { tag: '@deep' }, async ({
  page,
  fresh,
  owner,
}) => {
  await signIn(page, fresh);
  const form = questions(page);
  const preview = form.locator('.site-preview');
  await expect(preview).toContainText('A first post');
  await form.getByLabel('Language').selectOption('ar');
  await expect(preview).toHaveAttribute('dir', 'rtl');
  await expect(preview).toContainText('أول مقال');
  await expect(preview).toContainText('ليس سيئًا (1)');
  await expect(preview).not.toContainText(/first|readers|today/i);
  await expect(form.getByLabel('Thank-you line')).toHaveValue(/^شكرًا/);
  await form.getByRole('button', { name: 'Start writing' }).click();
  await page.waitForURL('**/admin/add');
  await expect(page.getByLabel('Post Content')).toBeVisible();
  const { web_titles } = (await owner.get<Site>('/webapi/api/admin/site')).body;
  expect(web_titles).toBe('unicode');

  await page.goto(fresh.url);
  await expect(page.getByText('مدونة شخصية. ليست سيئة.').first()).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText('شكرًا لمرورك من هنا.');
});

test('skipping takes one click, stores nothing and is final', { tag: '@deep' }, async ({
  page,
  fresh,
  owner,
}) => {
  const before = (await owner.get<Site>('/webapi/api/admin/site')).body;
  await signIn(page, fresh);
  await questions(page).getByRole('button', { name: 'Skip' }).click();
  await page.waitForURL('**/admin/add');
  // The server ends with the test, so the screen has to be there first.
  await expect(page.getByLabel('Post Content')).toBeVisible();
  await untilIdle(page);
  expect((await owner.get<Site>('/webapi/api/admin/site')).body).toEqual(before);
  expect(await isOpen(owner)).toBe(false);
});

test('the second of two tabs says why it cannot save, and what was typed in it stays', {
  tag: '@deep',
}, async ({ page, fresh, owner, expectConsole }) => {
  expectConsole(/409/);
  expectConsole(/answered already/);
  await signIn(page, fresh);
  await questions(page).getByLabel('Site name').fill('The second tab');
  await owner.post('/webapi/api/admin/first-run', { site_name: 'The first tab' });
  await questions(page).getByRole('button', { name: 'Start writing' }).click();
  await expect(questions(page).getByRole('alert')).toContainText('were answered already');
  await expect(questions(page).getByLabel('Site name')).toHaveValue('The second tab');
  expect((await owner.get<Site>('/webapi/api/admin/site')).body.site_name).toBe('The first tab');
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`the questions are accessible and fit a phone (${colorScheme})`, { tag: '@deep' }, async ({
    page,
    fresh,
  }) => {
    await page.emulateMedia({ colorScheme });
    await signIn(page, fresh);
    for (const width of [1280, 820, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(questions(page)).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      if (process.env.SCREENSHOTS)
        await page.screenshot({ path: `${process.env.SCREENSHOTS}/first-run-${width}-${colorScheme}.png` });
    }
  });
