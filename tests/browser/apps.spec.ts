import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './admin.ts';
import { expectAccessible } from './axe.ts';

test('a token is made, seen once and revoked; an app is allowed after signing in', async ({
  page,
  server,
  owner,
}) => {
  const app = createServer((_request, response) => response.end('Back in the app'));
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  const appUrl = `http://localhost:${(app.address() as AddressInfo).port}`;

  await page.goto('/admin/apps');
  await page.getByRole('switch', { name: /Micropub/ }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const form = page.locator('form', { hasText: 'Make an access token' });
  await form.getByLabel('Name').fill('My program');
  await form.getByLabel('Read the statistics').check();
  await form.getByRole('button', { name: 'Make the token' }).click();
  const shown = page.getByRole('region', { name: 'Your new access token' });
  const token = (await shown.locator('code').textContent()) ?? '';
  expect(token).toMatch(/^nt_/);
  await expectAccessible(page);
  await shown.getByRole('button', { name: 'I have stored it' }).click();
  await page.reload();
  await expect(page.getByText('My program')).toBeVisible();
  expect(await page.content()).not.toContain(token);
  await page.getByRole('button', { name: 'Revoke My program' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('was revoked')).toBeVisible();
  const authorization = `Bearer ${token}`;
  expect((await fetch(`${server.url}/webapi/api/admin/posts`, { headers: { authorization } })).status).toBe(
    401,
  );

  await page.context().clearCookies();
  const request = new URLSearchParams({
    response_type: 'code',
    client_id: `${appUrl}/`,
    redirect_uri: `${appUrl}/back`,
    state: 'one & two',
    code_challenge: createHash('sha256').update('a'.repeat(50)).digest('base64url'),
    code_challenge_method: 'S256',
    scope: 'create',
  });
  await page.goto(`/oauth/authorize?${request}`);
  await page.getByLabel('UserName').fill('admin');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { name: 'Allow this app?' })).toBeVisible();
  // Publishing is never chosen in advance.
  await expect(page.getByRole('checkbox', { name: /^Publish:/ })).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: /^Write and change drafts/ })).toBeChecked();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByText('Back in the app')).toBeVisible();
  const { searchParams } = new URL(page.url());
  expect([searchParams.get('state'), searchParams.get('code')]).toEqual(['one & two', expect.any(String)]);

  await owner.put('/webapi/api/admin/apps', { tokens: false, micropub: false, mcp: false });
  app.close();
});
