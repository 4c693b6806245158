import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { test as base, expect, unique } from './admin.ts';
import { expectAccessible } from './axe.ts';
import { siteOfWorker } from './fixtures.ts';

/** A site whose mails arrive here. */
const test = base.extend<{ mails: MailServer }>({
  mails: async ({ oncePerWorker }, use) =>
    use(
      await oncePerWorker('mails', async (atEnd) => {
        const mails = await startMailServer();
        atEnd(() => mails[Symbol.asyncDispose]());
        return mails;
      }),
    ),
  server: async ({ mails, oncePerWorker }, use) =>
    siteOfWorker('mail writing', { SMTP_URL: mails.url })({ oncePerWorker }, use),
});

test('a post is previewed as a mail and sent to the owner', async ({ page, mails, owner, expectConsole }) => {
  expectConsole(/test-post.*409|409 \(Conflict\)/);
  const title = `A walk ${unique()}`;
  await page.goto('/admin/add');
  await page.getByLabel('Post Title').fill(title);
  await page.getByLabel('Post Content').click();
  await page.keyboard.insertText('By the sea.');
  const settings = page.getByRole('complementary', { name: 'Settings of the post' });
  const send = settings.getByRole('switch', { name: 'Send to subscribers by mail' });
  await expect(send).toBeChecked();
  await settings.getByLabel('Subject').fill('News from the sea');
  await settings.getByLabel('Preheader').fill('With much wind');
  await expectAccessible(page);

  await settings.getByRole('button', { name: 'Preview the mail' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Preview of the mail' });
  await expect(dialog).toContainText('News from the sea');
  const mail = dialog.frameLocator('iframe');
  await expect(mail.getByRole('heading', { name: title })).toBeVisible();
  await expect(mail.getByText('By the sea.')).toBeVisible();
  await expect(mail.locator('body > div.page')).toHaveCSS('max-width', '600px');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(mail.locator('body')).toHaveCSS('background-color', 'rgb(22, 21, 26)');
  await page.emulateMedia({ colorScheme: 'light' });
  await dialog.getByRole('radio', { name: 'Plain text' }).check();
  await expect(dialog.locator('pre')).toContainText(`${title}\n====`);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(settings.getByRole('button', { name: 'Preview the mail' })).toBeFocused();

  // There is no address of the owner yet.
  await settings.getByRole('button', { name: 'Send a test mail to me' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'There is no address' })).toBeVisible();
  await page.locator('.toast').getByRole('button').click();
  await owner.put('/webapi/api/admin/mail', { owner_address: 'owner@example.org' });
  await settings.getByRole('button', { name: 'Send a test mail to me' }).click();
  await expect(page.getByText('A test mail is on its way to owner@example.org.')).toBeVisible();
  const [test] = await mails.waitFor(({ subject }) => subject === '[Test] News from the sea');
  expect(test?.text).toContain('By the sea.');
});

test('a published post says when it goes out, and is taken back', { tag: '@deep' }, async ({
  page,
  newPost,
}) => {
  const post = await newPost();
  await page.goto(`/admin/edit/${post.id}`);
  const settings = page.getByRole('complementary', { name: 'Settings of the post' });
  await expect(settings.getByText(/Until then, unchecking this/)).toBeVisible();
  await settings.getByRole('switch', { name: 'Send to subscribers by mail' }).uncheck();
  await page.keyboard.press('Control+s');
  await expect(settings.getByText('Neither at once nor in the weekly summary.')).toBeVisible();
});
