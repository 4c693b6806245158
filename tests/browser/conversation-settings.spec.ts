import type { Site } from '../../src/core/site/api/site.ts';
import { Client } from '../support/client.ts';
import { addSessionCookies, expect, openScreen, test } from './admin.ts';
import { expectAccessible } from './axe.ts';
import { startBlog } from './fixtures.ts';

const path = '/admin/settings/networks';

test.describe('the settings of the conversation', () => {
  let before: Site;
  test.beforeEach(async ({ owner }) => {
    before = (await owner.get<Site>('/webapi/api/admin/site')).body;
  });
  // Other tests look at the same site.
  test.afterEach(({ owner }) => owner.put('/webapi/api/admin/site', before));

  test('all of it can be set with the keyboard, and a section is saved as a whole or not at all', async ({
    page,
    owner,
    expectConsole,
  }) => {
    expectConsole(/422/);
    const site = async () => (await owner.get<Site>('/webapi/api/admin/site')).body;
    await page.goto('/admin/settings');
    await openScreen(page, 'Settings', 'Conversation');
    await expect(page.getByRole('heading', { name: 'Conversation', level: 1 })).toBeVisible();

    const days = page.getByLabel('Close comments after this many days');
    await expect(days).toHaveValue('');
    await days.focus();
    await page.keyboard.type('30 days');
    await expect(days).toHaveValue('30');
    await expect(page.getByText('Unsaved changes')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('switch', { name: 'Name people who like or repost' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('switch', { name: 'Webmention' })).toBeFocused();
    await page.keyboard.press('Space');
    await expect(page.getByText('Other sites can’t reach this one yet')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Discard' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Discard' })).toBeHidden();
    expect(await site()).toEqual({ ...before, close_comments_days: 30, webmention: true });

    await openScreen(page, 'Settings', 'Networks');
    await page.getByRole('radio', { name: /^Off/ }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: /^Preview/ })).toBeChecked();
    await expect(page.getByText('Other servers can’t reach this site yet')).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('a-b');
    const networks = page.getByRole('form', { name: 'Networks' });
    const hub = page.getByLabel('WebSub hub');
    await hub.fill('https://hub.example.org/');
    await networks.getByRole('button', { name: 'Save' }).press('Enter');
    await expect(networks.getByText('The fediverse name has 1 to 30 letters')).toBeVisible();
    // Nothing is saved by halves.
    expect((await site()).websub_hub).toBe('');
    await page.getByLabel('Name of the blog in the fediverse').fill('ada');
    await expect(page.getByLabel('Address to search for')).toHaveValue(/^@ada@localhost:\d+$/);
    await networks.getByRole('button', { name: 'Save' }).press('Enter');
    await expect(networks.getByRole('button', { name: 'Discard' })).toBeHidden();
    expect(await site()).toMatchObject({
      fediverse: 'article',
      fediverse_name: 'ada',
      websub_hub: 'https://hub.example.org/',
    });
    // People may follow it by now.
    await expect(page.getByText(/People know the blog as/)).toBeHidden();
    await page.getByLabel('Name of the blog in the fediverse').fill('grace');
    await expect(page.getByText(/People know the blog as @ada@localhost/)).toBeVisible();
    await hub.fill('not a URL');
    await hub.press('Enter');
    await expect(networks.getByRole('alert')).toBeVisible();
    await networks.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByLabel('Name of the blog in the fediverse')).toHaveValue('ada');
  });

  test('the address can be copied', { tag: '@deep' }, async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(path);
    await page.getByRole('button', { name: 'Copy the address' }).click();
    await expect(page.getByText('Copied.')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^@blog@localhost:\d+$/);
  });

  for (const colorScheme of ['light', 'dark'] as const)
    test(`fits every width and is accessible, ${colorScheme}`, { tag: '@deep' }, async ({ page, owner }) => {
      await owner.put('/webapi/api/admin/site', { ...before, fediverse: 'note', webmention: true });
      await page.emulateMedia({ colorScheme });
      await page.goto(path);
      await page.getByLabel('Name of the blog in the fediverse').fill('a'.repeat(30));
      for (const width of [360, 820, 1280, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        await expectAccessible(page);
      }
    });

  test('replies need a network that has them', { tag: '@deep' }, async ({ page, browser }) => {
    await page.goto(path);
    const replies = page.getByRole('switch', { name: 'Bring replies and likes here' });
    await expect(replies).toBeDisabled();
    await expect(page.getByText('Neither network is set up')).toBeVisible();

    const env = {
      MASTODON_URL: 'https://social.example.org',
      MASTODON_TOKEN: 'token',
      SITE_URL: 'http://blog.example.org',
      X_API_KEY: 'a',
      X_API_SECRET: 'b',
      X_ACCESS_TOKEN: 'c',
      X_ACCESS_SECRET: 'd',
    };
    const server = await startBlog(env);
    try {
      const owner = new Client(server.url);
      const { status } = await owner.login();
      expect(status).toBe(200);
      const context = await browser.newContext();
      await addSessionCookies(context, owner);
      const other = await context.newPage();
      await other.goto(server.url + path);
      await other.getByRole('switch', { name: 'Bring replies and likes here' }).check();
      await expect(other.getByText('Set up: Mastodon.')).toBeVisible();
      await expect(other.getByText('Replies on X stay there')).toBeVisible();
      await other.getByRole('radio', { name: /^Whole text/ }).check();
      await expect(other.getByText('Other servers can’t reach this site')).toBeHidden();
      await expect(other.getByText('Most servers only accept sites with https')).toBeVisible();
      await expect(other.getByLabel('Address to search for')).toHaveValue('@blog@blog.example.org');
      await other.getByRole('button', { name: 'Save' }).click();
      await expect
        .poll(async () => (await owner.get<Site>('/webapi/api/admin/site')).body.social_replies)
        .toBe(true);
      await context.close();
    } finally {
      await server.dispose();
    }
  });
});
