import { expect, openScreen, test } from './admin.ts';
import { expectAccessible } from './axe.ts';

test('credentials are entered once, answered while typing, and never shown again', async ({ page }) => {
  // Without a mail server there is nothing to set up yet.
  await page.goto('/admin/settings/mail');
  await expect(page).toHaveURL('/admin/settings/connections');
  const form = page.getByRole('form', { name: 'Mastodon' });
  await form.getByText('Not set').click();
  await form.getByLabel('Server').fill('social.example.org');
  await form.getByLabel('Access token').focus();
  await expect(form.getByRole('alert')).toHaveText('A URL is expected, like https://example.org.');
  await form.getByLabel('Server').fill('http://127.0.0.1:1');
  await form.getByLabel('Access token').fill('a-secret-token');
  await form.getByRole('button', { name: 'Test Mastodon' }).click();
  await expect(form.getByRole('status').filter({ hasText: 'could not be reached' })).toBeVisible();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('group', { name: 'Access token' })).toContainText('Set');
  await expectAccessible(page);

  await page.reload();
  await expect(form.getByLabel('Server')).toHaveValue('http://127.0.0.1:1');
  expect(await page.content()).not.toContain('a-secret-token');
  await form.getByLabel('Server').fill('http://127.0.0.1:2');
  await expect(form.getByRole('alert')).toContainText('enter this again');
  // Credentials are in no draft, so leaving asks first.
  await openScreen(page, 'Media');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(form.getByLabel('Server')).toHaveValue('http://127.0.0.1:2');
  await form.getByRole('button', { name: 'Discard' }).click();
  await expect(form.getByLabel('Server')).toHaveValue('http://127.0.0.1:1');
  await expect(form.getByRole('button', { name: 'Save' })).toBeHidden();

  await form.getByRole('button', { name: 'Remove Mastodon' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(form.getByText('Not set')).toBeVisible();
});
