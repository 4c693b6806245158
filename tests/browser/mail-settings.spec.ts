import type { MailSetup } from '../../src/features/mail/api/mail.ts';
import { Client } from '../support/client.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import type { TestSite } from '../support/site.ts';
import { addSessionCookies, expect, test } from './admin.ts';
import { expectAccessible } from './axe.ts';
import { startBlog } from './fixtures.ts';

const path = '/admin/settings/mail';
const login = { user: 'blog@example.org', password: 'se/cret' };

test.describe('the settings of mail', () => {
  let mail: MailServer;
  let server: TestSite;
  let owner: Client;
  test.beforeAll(async () => {
    mail = await startMailServer({ login });
    server = await startBlog({ SMTP_URL: mail.url });
    owner = new Client(server.url);
    await owner.login();
  });
  test.afterAll(async () => {
    await server?.dispose();
    await mail?.[Symbol.asyncDispose]();
  });
  test.beforeEach(({ context }) => addSessionCookies(context, owner));

  test('a search finds it, it is saved as a whole, and a test mail tells in words what happens', async ({
    page,
  }) => {
    await page.goto(`${server.url}/admin/settings`);
    await page.getByRole('combobox', { name: 'Find a setting' }).fill('smtp');
    await expect(page.getByRole('option').first()).toContainText('Mail');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Mail', level: 1 })).toBeVisible();
    await expect(page.getByText('Not Terrible <blog@example.org>')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send a test mail' })).toHaveCount(0);

    const mailsToYou = page.getByRole('form', { name: 'Mail' });
    await mailsToYou.getByLabel('Your email address').fill('owner@example.net');
    await mailsToYou.getByRole('radio', { name: /^Daily/ }).check();
    await mailsToYou.getByRole('button', { name: 'Save' }).press('Enter');
    await expect(mailsToYou.getByRole('button', { name: 'Discard' })).toBeHidden();
    const { settings } = (await owner.get<MailSetup>('/webapi/api/admin/mail')).body;
    expect(settings).toMatchObject({
      owner_address: 'owner@example.net',
      comment_notice: 'daily',
      rate: 120,
    });

    const test = page.getByRole('region', { name: 'Test' });
    await test.getByRole('button', { name: 'Send a test mail' }).press('Enter');
    await expect(test.getByText('The mail was sent.')).toBeVisible();
    await expect(test.getByText('The server accepted the login.')).toBeVisible();
    expect(mail.to('owner@example.net')).toHaveLength(1);
    await test.getByText('The conversation').click();
    await expect(test.getByText('AUTH PLAIN …')).toBeVisible();
    await expectAccessible(page);

    mail.answers.recipient = () => '550 5.1.1 No such user';
    await test.getByRole('button', { name: 'Send a test mail' }).click();
    await expect(test.getByText('It refused the recipient owner@example.net')).toBeVisible();
    await expect(test.getByText('What to do:')).toBeVisible();
  });

  test('a key is made, and its record can be copied', { tag: '@deep' }, async ({ page }) => {
    await page.goto(server.url + path);
    const domain = page.getByRole('region', { name: 'Domain of the sender' });
    await domain.getByRole('button', { name: 'Make a DKIM key' }).click();
    const record = domain.getByRole('region', { name: /^DKIM/ });
    await expect(record.getByLabel('Value (TXT)').first()).toHaveValue(/^v=DKIM1; k=rsa; p=MII/);
    await expect(record.getByLabel('Name', { exact: true })).toHaveValue(
      /^blog\d{8}\._domainkey\.example\.org$/,
    );
    await domain.getByRole('button', { name: 'Make a new key …' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    for (const [width, scheme] of [
      [360, 'light'],
      [1280, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
});

test('a site without mail does not mention it', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/admin/settings');
  await expect(page.getByRole('heading', { name: 'Site', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Mail/ })).toHaveCount(0);
});
