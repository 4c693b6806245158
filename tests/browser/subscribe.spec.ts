import type { Page } from '@playwright/test';
import { Client } from '../support/client.ts';
import { checkHtml } from '../support/html-checker.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import type { TestSite } from '../support/site.ts';
import { expectAccessible } from './axe.ts';
import { expect, startBlog, test } from './fixtures.ts';

type Site = { server: TestSite; mail: MailServer; admin: Client };

async function siteIn(language: string): Promise<Site> {
  const mail = await startMailServer();
  const server = await startBlog({ SMTP_URL: mail.url, TRUST_PROXY: '1' });
  const admin = new Client(server.url);
  await admin.login();
  await admin.put('/webapi/api/admin/site', { language });
  for (const category_path of ['travel', 'travel.japan', 'cooking'])
    await admin.post('/webapi/api/admin/cat', { category_path });
  await admin.post('/webapi/api/posts', {
    post_title: 'A walk',
    post_content: '<p>Words.</p>',
    active: true,
  });
  return { server, mail, admin };
}

async function dispose(site: Site | undefined): Promise<void> {
  await site?.server.dispose();
  await site?.mail[Symbol.asyncDispose]();
}

const confirmLink = /http\S+\/subscribe\/confirm\/[\w-]{43}/;

/** The link in the mail to an address. */
async function linkTo({ mail }: Site, address: string): Promise<string> {
  const [{ text } = { text: '' }] = await mail.waitFor(
    ({ recipients }) => recipients.includes(address),
    1,
    30_000,
  );
  return confirmLink.exec(text)?.[0] ?? '';
}

/** Asks for a subscription as a visitor with an IP address of its own. */
async function ask({ server }: Site, address: string, ip: string): Promise<void> {
  const { status } = await new Client(server.url).post('/subscribe', new URLSearchParams({ address }), {
    token: false,
    headers: { 'X-Forwarded-For': ip },
  });
  expect(status).toBe(303);
}

/** The pages for subscribers, each with its path. */
async function paths(site: Site): Promise<Record<string, string>> {
  await ask(site, 'confirm@example.org', '10.1.0.1');
  await ask(site, 'change@example.org', '10.2.0.1');
  const confirm = new URL(await linkTo(site, 'confirm@example.org')).pathname;
  const { pathname } = new URL(await linkTo(site, 'change@example.org'));
  const { headers } = await new Client(site.server.url).post(pathname, new URLSearchParams(), {
    token: false,
  });
  const change = headers.get('location') ?? '';
  const [signed = ''] = change.split('?');
  return {
    home: '/',
    post: '/post/a-walk',
    form: '/subscribe',
    asked: '/subscribe?asked=1',
    confirm,
    change,
    stop: `${signed}/stop`,
    invalid: '/subscribe/confirm/x',
  };
}

const sidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test.describe('subscribing by email', () => {
  let site: Site;
  test.beforeAll(async () => {
    site = await siteIn('en');
  });
  test.afterAll(() => dispose(site));

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('a reader subscribes in the footer, changes and unsubscribes by keyboard alone', async ({
      page,
    }) => {
      await page.goto(site.server.url);
      const field = page.getByRole('contentinfo').getByRole('textbox', { name: 'New posts by email' });
      await field.focus();
      await page.keyboard.type('keyboard@example.org');
      // The decoy is skipped.
      await page.keyboard.press('Tab');
      await expect(page.getByRole('contentinfo').getByRole('button', { name: 'Subscribe' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your inbox');

      await page.goto(await linkTo(site, 'keyboard@example.org'));
      await expect(page.getByRole('main')).toContainText('k•••@example.org');
      await page.getByRole('button', { name: 'Confirm' }).press('Enter');
      await expect(page.getByRole('status')).toHaveText('You are subscribed.');
      const categories = page.getByRole('list', { name: 'Only these categories:' });
      await expect(categories).toBeHidden();
      await page.getByRole('radio', { name: 'All posts' }).focus();
      await page.keyboard.press('ArrowDown');
      await expect(categories).toBeVisible();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      await page.getByRole('radio', { name: 'Once a week, all new posts in one mail' }).press('Space');
      await page.getByRole('button', { name: 'Save' }).press('Enter');
      await expect(page.getByRole('status')).toHaveText('Your changes are saved.');
      await expect(page.getByRole('checkbox', { name: 'Cooking' })).toBeChecked();
      await expect(page.getByRole('checkbox', { name: 'Travel' })).not.toBeChecked();
      await expect(page.getByRole('radio', { name: 'Once a week, all new posts in one mail' })).toBeChecked();
      await page.getByRole('button', { name: 'Unsubscribe' }).press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are unsubscribed');
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are unsubscribed');
    });
  });

  test('what was typed is shown again with the reason', { tag: '@deep' }, async ({ page, allowConsole }) => {
    allowConsole(/422 \(Unprocessable Entity\)/);
    await page.goto(`${site.server.url}/subscribe`);
    // The browser itself accepts this one.
    await page.getByRole('textbox', { name: 'Email address' }).fill('reader@localhost');
    await page.getByRole('radio', { name: 'Once a week, all new posts in one mail' }).check();
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'This is not an email address. Please check it and try again.',
    );
    const field = page.getByRole('textbox', { name: 'Email address' });
    await expect(field).toHaveValue('reader@localhost');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByRole('radio', { name: 'Once a week, all new posts in one mail' })).toBeChecked();
    await expectAccessible(page);
  });

  test('the form at the end of a post works with the script of the page, too', { tag: '@deep' }, async ({
    page,
  }) => {
    await page.goto(`${site.server.url}/post/a-walk`);
    await page
      .getByRole('contentinfo')
      .getByRole('textbox', { name: 'New posts by email' })
      .fill('post@example.org');
    await page.getByRole('contentinfo').getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your inbox');
    expect(await linkTo(site, 'post@example.org')).toMatch(confirmLink);
  });

  test('the pages are valid HTML', { tag: '@deep' }, async () => {
    const pages = await Promise.all(
      Object.entries(await paths(site)).map(async ([name, path]) => ({
        name,
        html: await (await fetch(site.server.url + path)).text(),
      })),
    );
    expect(await checkHtml(pages)).toEqual([]);
  });
});

for (const language of ['en', 'ar'])
  test(`the pages for subscribers are accessible in every width and scheme (${language})`, {
    tag: '@deep',
  }, async ({ page, allowConsole }) => {
    test.setTimeout(120_000);
    allowConsole(/404 \(Not Found\)/);
    const site = await siteIn(language);
    try {
      for (const [name, path] of Object.entries(await paths(site)))
        for (const [width, colorScheme, forcedColors] of [
          [320, 'dark', 'none'],
          [1280, 'light', language === 'ar' ? 'none' : 'active'],
        ] as const) {
          await page.setViewportSize({ width, height: 800 });
          await page.emulateMedia({ colorScheme, forcedColors });
          await page.goto(site.server.url + path);
          if (name === 'form') await page.locator('[name=posts][value=some]').check();
          await expectAccessible(page);
          expect(await sidewaysScroll(page), `${name} at ${width}`).toBe(0);
        }
      if (language === 'ar') await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    } finally {
      await dispose(site);
    }
  });
