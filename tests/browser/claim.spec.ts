import { claimPath, ownPassword } from '../support/claim.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { expectAccessible } from './axe.ts';
import { test as base, expect } from './fixtures.ts';

/** A new site that has no administrator yet. */
const test = base.extend<{ fresh: RunningServer }>({
  fresh: async ({ page }, use) => {
    const server = await startServer({ env: { ADMIN_PASSWORD: '', ADMIN_USERNAME: 'maria' } });
    await use(server);
    // Before the server, which its requests would miss.
    await page.close();
    await server.dispose();
  },
});

/** Each test starts a server of its own. */
test.describe.configure({ timeout: 120_000 });

test('the owner of a new site claims it with the keyboard alone and is asked the first questions', async ({
  page,
  fresh,
  expectConsole,
}) => {
  expectConsole(/422/);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(fresh.url + claimPath(fresh.output()));
  await expect(page.getByRole('heading', { name: 'Claim this site' })).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expect(page.getByLabel('UserName')).toHaveValue('maria');

  // The cursor is in the field that is empty.
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type('Password1234');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Password1234');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('too easy to guess');
  await expectAccessible(page);
  await expect(page.getByLabel('UserName')).toHaveValue('maria');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');

  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type(ownPassword);
  await page.keyboard.press('Tab');
  await page.keyboard.type(ownPassword);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Claim and sign in' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin');
  await expect(page.getByRole('form', { name: 'Make it yours' })).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a site is claimed, and the link says afterwards that it was used', { tag: '@deep' }, async ({
    page,
    fresh,
    expectConsole,
  }) => {
    expectConsole(/404/);
    await page.context().clearCookies();
    const link = fresh.url + claimPath(fresh.output());
    await page.goto(`${fresh.url}/login`);
    await expect(page.getByText('This site has no administrator yet.')).toBeVisible();
    await expect(page.getByLabel('Password')).toHaveCount(0);

    await page.goto(link);
    await page.getByLabel('UserName').fill('Elena');
    await page.getByLabel('Password', { exact: true }).fill(ownPassword);
    await page.getByLabel('Password again').fill(ownPassword);
    await page.getByRole('button', { name: 'Claim and sign in' }).click();
    await page.waitForURL('**/admin');

    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
    await page.context().clearCookies();
    await page.getByRole('link', { name: 'Login' }).last().click();
    await expect(page.getByLabel('Password')).toBeVisible();
  });
});

test('the pages that say what to do are accessible', { tag: '@deep' }, async ({
  page,
  fresh,
  expectConsole,
}) => {
  expectConsole(/404/);
  for (const path of ['/login', `/claim/${'A'.repeat(43)}`])
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(fresh.url + path);
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
});
