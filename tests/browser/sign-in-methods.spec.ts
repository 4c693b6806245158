import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { Client } from '../support/client.ts';
import { unique } from './admin.ts';
import { expectAccessible } from './axe.ts';
import { expect, test } from './fixtures.ts';

/** Chromium's virtual authenticator, which confirms automatically. */
async function plugIn(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

const password = 'the ferry leaves at nine';

async function newOwner(url: string): Promise<string> {
  const owner = new Client(url);
  await owner.login();
  const username = `keys-${unique()}`;
  expect((await owner.post('/webapi/api/admin/users', { username, password })).status).toBe(201);
  return username;
}

test('passkeys sign in, alone and after the password; a recovery code replaces a lost passkey', async ({
  page,
  server,
  expectConsole,
}) => {
  test.setTimeout(120_000);
  expectConsole(/401 \(/);
  expectConsole(/auth: 401/);
  expectConsole(/recovery-code: 401/);
  expectConsole(/403 \(/);
  expectConsole(/Not sure/);
  const username = await newOwner(server.url);
  await plugIn(page);
  const typePassword = async () => {
    await page.getByLabel('UserName').fill(username);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
  };
  const leave = async () => {
    await page.getByRole('button', { name: 'logout' }).click();
    await expect(page).toHaveURL(`${server.url}/`);
    await page.goto('/login');
  };
  const entered = () => expect(page).toHaveURL(/\/admin$/);

  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('UserName').fill(username);
  await page.getByLabel('Password').fill('not it at all');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert')).toHaveText('incorrect password');
  await expect(page.getByRole('button', { name: 'Login' })).toBeFocused();
  await typePassword();
  await entered();
  await page.goto('/admin/security');
  const passkeys = page.getByRole('list', { name: 'Your passkeys' }).getByRole('listitem');
  const asked = page.getByRole('switch', { name: 'Ask for a passkey after the password' });
  await expect(asked).toBeDisabled();
  await page.getByLabel('Name of the new passkey').fill('Laptop');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(passkeys).toHaveCount(1);
  await expect(passkeys).toContainText('never used');

  await asked.click();
  const dialog = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page);
  const codes = await dialog.getByRole('listitem').allTextContents();
  const download = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toContain(codes.join('\n'));
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await expect(asked).toBeChecked();
  await expect(page.getByText('10 codes are left.')).toBeVisible();

  await leave();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await entered();
  await leave();
  await typePassword();
  await expect(page.getByText('Now use your passkey.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use your passkey' })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(page.getByLabel('UserName')).toBeFocused();
  await typePassword();
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await entered();

  await leave();
  await typePassword();
  await page.getByText("I can't use my passkey").click();
  const code = page.getByLabel('Recovery code');
  await code.fill('not-a-code');
  await page.getByRole('button', { name: 'Use this code' }).click();
  await expect(page.getByRole('alert')).toContainText('This was not accepted');
  await expect(page.getByRole('button', { name: 'Use this code' })).toBeFocused();
  await code.fill(codes[3] ?? '');
  await page.getByRole('button', { name: 'Use this code' }).click();
  await entered();
  await page.goto('/admin/security');
  await expect(page.getByText('9 codes are left.')).toBeVisible();
  await expect(passkeys).toContainText('last used');

  // Actions that need re-authentication ask for it and are then carried out.
  const calls = '**/webapi/api/admin/second-factor';
  await page.route(
    calls,
    (route) => route.fulfill({ status: 403, json: { error: { code: 'confirm', message: 'Not sure.' } } }),
    { times: 2 },
  );
  const reauthentication = page.getByRole('dialog', { name: "Confirm that it's you" });
  await asked.click();
  await expect(reauthentication.getByLabel('Your password')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByText('Nothing was done')).toBeVisible();
  await expect(asked).toBeChecked();
  await asked.click();
  await reauthentication.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(asked).not.toBeChecked();
  await page.getByRole('button', { name: 'Remove Laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(passkeys).toHaveCount(0);

  await page.goto('/admin/activity?kind=sign-in');
  const entries = page.getByRole('list', { name: 'Activity' }).getByRole('listitem');
  const own = entries.filter({ hasText: username });
  await expect(own.filter({ hasText: 'Signed in with the password and a recovery code' })).toHaveCount(1);
  await page.getByLabel('Show').selectOption('Security');
  await expect(own.filter({ hasText: 'Removed the passkey "Laptop"' })).toHaveCount(1);
});

test('the page explains why passkeys are not available', { tag: '@deep' }, async ({ page, server }) => {
  await page.goto(`${server.url.replace('localhost', '127.0.0.1')}/login`);
  await expect(page.getByText(`Passkeys of this site only work at ${server.url}.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled();
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
  await page.goto('/login');
  await expect(page.getByText('This browser does not support passkeys.')).toBeVisible();
});
