import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, test } from './fixtures.ts';

const schemeSwitch = (page: Page) => page.getByRole('group', { name: 'Color scheme' });
const option = (page: Page, name: string) => schemeSwitch(page).getByRole('radio', { name });
const background = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
const [light, dark] = ['rgb(253, 252, 250)', 'rgb(22, 21, 26)'];
const toolbar = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].find(
        ({ media }) => matchMedia(media).matches,
      )?.content,
  );

test.use({ colorScheme: 'light' });

test.describe('color scheme', () => {
  test('follows the system until the reader chooses, and remembers the choice', async ({ page }) => {
    await page.goto('/');
    await expect(option(page, 'Automatic')).toBeChecked();
    expect(await background(page)).toBe(light);
    expect(await toolbar(page)).toBe('#c8102e');
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await background(page)).toBe(dark);
    expect(await toolbar(page)).not.toBe('#c8102e');
    await option(page, 'Light').check();
    expect(await background(page)).toBe(light);
    expect(await toolbar(page)).toBe('#c8102e');
    await page.reload();
    await expect(option(page, 'Light')).toBeChecked();
    expect(await background(page)).toBe(light);
    expect(await toolbar(page)).toBe('#c8102e');
    await option(page, 'Automatic').check();
    expect(await background(page)).toBe(dark);
    expect(await page.evaluate(() => localStorage.getItem('scheme'))).toBeNull();
  });

  test('is there at the first paint, before any other script', async ({ page, allowConsole }) => {
    allowConsole(/ERR_FAILED/);
    await page.goto('/login');
    await option(page, 'Dark').check();
    await page.route('**/*.js', (route) => route.abort());
    for (const path of ['/', '/login', '/apps/there']) {
      await page.goto(path, { waitUntil: 'commit' });
      await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
      expect(await background(page)).toBe(dark);
    }
  });

  test('stays during in-place navigation and reaches other tabs', { tag: '@deep' }, async ({
    page,
    context,
  }) => {
    await page.goto('/apps/there');
    const other = await context.newPage();
    await other.goto('/apps/there');
    await option(page, 'Dark').check();
    await expect(option(other, 'Dark')).toBeChecked();
    expect(await background(other)).toBe(dark);
    const started = await page.evaluate(() => performance.timeOrigin);
    await page.getByRole('banner').getByRole('link', { name: 'Not Terrible' }).click();
    await expect(page).toHaveURL(/\/$/);
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(started);
    expect(await background(page)).toBe(dark);
    expect(await toolbar(page)).not.toBe('#c8102e');
    await option(other, 'Automatic').check();
    await expect(option(page, 'Automatic')).toBeChecked();
    expect(await background(page)).toBe(light);
  });

  test('the switch works with the keyboard, and axe finds nothing in either scheme', {
    tag: '@deep',
  }, async ({ page }) => {
    await page.goto('/login');
    await option(page, 'Automatic').focus();
    await page.keyboard.press('ArrowRight');
    await expect(option(page, 'Light')).toBeChecked();
    await page.keyboard.press('ArrowRight');
    await expect(option(page, 'Dark')).toBeChecked();
    expect(await background(page)).toBe(dark);
    await expectAccessible(page);
    const { height = 0 } = (await schemeSwitch(page).locator('label').first().boundingBox()) ?? {};
    expect(height).toBeGreaterThanOrEqual(24);
  });

  test('the switch works where storage is blocked', { tag: '@deep' }, async ({ page }) => {
    await page.addInitScript(() =>
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('blocked', 'SecurityError');
        },
      }),
    );
    await page.goto('/');
    await option(page, 'Dark').check();
    expect(await background(page)).toBe(dark);
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false, colorScheme: 'dark' });

    test('the system decides and the switch is hidden', { tag: '@deep' }, async ({ page }) => {
      await page.goto('/');
      await expect(page.locator('.scheme-switch')).toBeHidden();
    });
  });
});
