import { readFile } from 'node:fs/promises';
import { Client } from '../support/client.ts';
import { addSessionCookies, expect, test } from './admin.ts';
import { test as visitorTest } from './fixtures.ts';
import { untilIdle } from './idle.ts';

const checks = (url: string) => url.endsWith('/webapi/api/admin/auth');

test.describe('session', () => {
  test('is polled every ten seconds, not while hidden, and at once when the tab is visible again', async ({
    page,
  }) => {
    await page.clock.install();
    let asked = 0;
    page.on('request', (request) => {
      if (checks(request.url())) asked++;
    });
    await page.goto('/admin/users');
    await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
    const atFirst = asked;
    expect(atFirst).toBeGreaterThan(0);
    await page.clock.runFor(9_000);
    expect(asked).toBe(atFirst);
    await page.clock.runFor(2_000);
    await expect.poll(() => asked).toBe(atFirst + 1);

    const show = (hidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden);
    await show(true);
    await page.clock.runFor(60_000);
    expect(asked).toBe(atFirst + 1);
    await show(false);
    await expect.poll(() => asked).toBe(atFirst + 2);
  });

  test('when it ends, polling stops and the browser goes to the root', async ({
    page,
    context,
    server,
    allowConsole,
  }) => {
    allowConsole(/401/);
    const other = new Client(server.url);
    await other.login();
    await context.clearCookies();
    await addSessionCookies(context, other);
    await page.clock.install();
    await page.goto('/admin/users');
    await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
    await other.delete('/webapi/api/admin/auth');
    await page.clock.runFor(11_000);
    await expect(page).toHaveURL(`${server.url}/`);
    await expect(page.getByRole('link', { name: 'login', exact: true })).toBeVisible();
    // A public page asks once, while it loads.
    await page.waitForLoadState();
    let asked = 0;
    page.on('request', (request) => {
      if (checks(request.url())) asked++;
    });
    await page.clock.runFor(30_000);
    expect(asked).toBe(0);
  });

  test('when it ends during an action, the browser goes to the root as well', { tag: '@deep' }, async ({
    page,
    context,
    server,
    expectConsole,
  }) => {
    expectConsole(/401/);
    expectConsole(/Please sign in first/);
    const other = new Client(server.url);
    await other.login();
    await context.clearCookies();
    await addSessionCookies(context, other);
    await page.goto('/admin/design/footer');
    await page.getByLabel('Thank-you line').fill('Thanks for everything.');
    await other.delete('/webapi/api/admin/auth');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page).toHaveURL(`${server.url}/`);
    await page.goto('/login');
    await page.getByLabel('UserName').fill('admin');
    await page.getByLabel('Password').fill(server.adminPassword);
    await page.getByRole('button', { name: 'Login' }).click();
    const offer = page.getByRole('region', { name: 'Not saved yet' });
    await expect(offer).toContainText('the footer');
    await offer.getByRole('link', { name: 'Continue' }).click();
    await expect(page.getByLabel('Thank-you line')).toHaveValue('Thanks for everything.');
  });

  test('survives network errors', { tag: '@deep' }, async ({ page, expectConsole }) => {
    expectConsole(/GET \/api\/admin\/auth/);
    expectConsole(/ERR_FAILED/);
    await page.clock.install();
    await page.goto('/admin/users');
    await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
    await page.route('**/webapi/api/admin/auth', (route) => route.abort());
    const failed = page.waitForEvent('requestfailed');
    await page.clock.runFor(11_000);
    await failed;
    await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
    await page.unroute('**/webapi/api/admin/auth');
    const asked = page.waitForResponse((response) => checks(response.url()));
    await page.clock.runFor(11_000);
    await asked;
    await expect(page).toHaveURL(/\/admin\/users$/);
  });

  test('ends with logout', async ({ page, context, server }) => {
    const other = new Client(server.url);
    await other.login();
    await context.clearCookies();
    await addSessionCookies(context, other);
    await page.goto('/admin');
    await page.getByRole('button', { name: 'logout' }).click();
    await expect(page).toHaveURL(`${server.url}/`);
    expect((await other.get<{ status: string }>('/webapi/api/admin/auth')).body.status).toBe('no auth');
    await page.goto('/admin');
    await expect(page).toHaveURL(`${server.url}/`);
  });
});

visitorTest('the admin area never loads on public pages', { tag: '@deep' }, async ({ page, server }) => {
  const manifest = JSON.parse(await readFile('dist/client/.vite/admin.json', 'utf8')) as Record<
    string,
    { file: string; css?: string[]; imports?: string[]; isDynamicEntry?: boolean }
  >;
  const ofAdmin = Object.entries(manifest)
    .filter(([name]) => /^src\/(.+\/admin\/|modules\/admin|content\/editor\/)/.test(name))
    .flatMap(([, chunk]) => [chunk.file, ...(chunk.css ?? [])]);
  expect(ofAdmin.length).toBeGreaterThan(8);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  for (const path of ['/', '/login', '/apps/there', '/search']) {
    await page.goto(path);
    await untilIdle(page);
  }
  expect(loaded.filter((url) => ofAdmin.some((file) => url.endsWith(file)))).toEqual([]);
  expect(loaded.filter((url) => /webapi\/api\/admin\/(?!auth)/.test(url))).toEqual([]);
  expect(loaded.some((url) => url.startsWith(`${server.url}/assets/`))).toBe(true);
});
