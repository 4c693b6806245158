import type { Page } from '@playwright/test';
import type { Menu } from '../../src/core/site/api/menu.ts';
import type { Client } from '../support/client.ts';
import { test as base, expect } from './admin.ts';
import { expectAccessible } from './axe.ts';

const path = '/webapi/api/admin/menu';
const url = (label: string) => ({ label, target: { kind: 'url', url: 'https://example.org/' } });
const place = (name: string) => ({ label: '', target: { kind: 'place', place: name } });
const usual = [
  place('archive'),
  place('topics'),
  { ...url('Elsewhere'), children: [url('Near'), url('Far')] },
];

async function setMenu(owner: Client, header: unknown[]): Promise<void> {
  const { version } = (await owner.get<Menu>(path)).body;
  const { status } = await owner.put(path, { version, header, footer: [place('feed')] });
  expect(status).toBe(200);
}

const test = base.extend<{ reader: Page }>({
  /** A page without the owner's session, on the usual menu. */
  reader: async ({ browser, baseURL, owner, javaScriptEnabled, viewport }, use) => {
    await setMenu(owner, usual);
    const context = await browser.newContext({
      ...(baseURL && { baseURL }),
      javaScriptEnabled: javaScriptEnabled ?? true,
      viewport,
    });
    await use(await context.newPage());
    await context.close();
  },
});

const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu' });
const link = (page: Page, name: string) => menu(page).getByRole('link', { name, exact: true });
const toggle = (page: Page) => page.locator('.menu > details > summary');
const submenu = (page: Page) => page.locator('.submenu > summary');

test.describe('the menu on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('is folded, pushes the page down when it is opened, and closes with Escape', async ({
    reader: page,
  }) => {
    await page.goto('/topics');
    await expect(link(page, 'Archive')).toBeHidden();
    const heading = page.getByRole('heading', { level: 1 });
    const before = await heading.boundingBox();
    await toggle(page).focus();
    await page.keyboard.press('Enter');
    await expect(link(page, 'Archive')).toBeVisible();
    const after = await heading.boundingBox();
    const last = await page.locator('.menu > details > ul').boundingBox();
    expect(after?.y).toBeGreaterThan(before?.y ?? 0);
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(after?.y ?? 0);
    await expect(link(page, 'Topics')).toHaveAttribute('aria-current', 'page');
    await expectAccessible(page);
    await page.keyboard.press('Tab');
    await expect(link(page, 'Archive')).toBeFocused();
    await submenu(page).click();
    await expect(link(page, 'Near')).toBeVisible();
    // The inner one first.
    await page.keyboard.press('Escape');
    await expect(link(page, 'Near')).toBeHidden();
    await expect(submenu(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(link(page, 'Archive')).toBeHidden();
    await expect(toggle(page)).toBeFocused();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });

  test('is folded again after a link in place, which is marked', { tag: '@deep' }, async ({
    reader: page,
  }) => {
    await page.goto('/topics');
    await toggle(page).click();
    await link(page, 'Archive').click();
    await expect(page.getByRole('heading', { name: 'Archive', level: 1 })).toBeFocused();
    await expect(link(page, 'Archive')).toBeHidden();
    await toggle(page).click();
    await expect(link(page, 'Archive')).toHaveAttribute('aria-current', 'page');
    await expect(link(page, 'Topics')).not.toHaveAttribute('aria-current');
  });

  for (const name of [
    'Not Terrible',
    'The Annals of Slow Trains',
    'Notes from a small kitchen beside the North Sea',
    `A name of a hundred characters ${'and more '.repeat(8)}`.slice(0, 100).trim(),
    'Donaudampfschifffahrtsgesellschaft',
    '日本語の名前がここに入りますよ',
  ])
    test(`shows the whole name "${name}", and nothing shifts`, { tag: '@deep' }, async ({
      reader: page,
      owner,
    }) => {
      await owner.put('/webapi/api/admin/site', { site_name: name });
      await page.goto('/topics');
      await page.evaluate(() => document.fonts.ready);
      const shown = await page.locator('.site-title').evaluate((title) => {
        const range = document.createRange();
        range.selectNodeContents(title);
        const text = range.getBoundingClientRect();
        const box = title.getBoundingClientRect();
        const style = getComputedStyle(title);
        return {
          inside: text.right <= innerWidth && text.left >= 0 && text.bottom <= box.bottom + 1,
          isCut: style.overflow !== 'visible' || style.textOverflow !== 'clip',
          width: document.documentElement.scrollWidth,
        };
      });
      expect(shown).toEqual({ inside: true, isCut: false, width: 360 });
      const shift = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            let sum = 0;
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
                sum += entry.value;
            }).observe({ type: 'layout-shift', buffered: true });
            setTimeout(() => resolve(sum), 300);
          }),
      );
      expect(shift).toBe(0);
      await owner.put('/webapi/api/admin/site', { site_name: 'Not Terrible' });
    });
});

test.describe('the menu without JavaScript', () => {
  test.use({ viewport: { width: 360, height: 740 }, javaScriptEnabled: false });

  test('opens and closes by its labels', { tag: '@deep' }, async ({ reader: page }) => {
    await page.goto('/topics');
    await toggle(page).click();
    await submenu(page).click();
    await expect(link(page, 'Far')).toBeVisible();
    await toggle(page).click();
    await expect(link(page, 'Far')).toBeHidden();
    await toggle(page).click();
    await link(page, 'Archive').click();
    await expect(page).toHaveURL(/\/archive$/);
  });
});

test.describe('the menu on a wide screen', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('is one line, and a submenu closes with Escape and when something else is used', async ({
    reader: page,
  }) => {
    await page.goto('/topics');
    await expect(toggle(page)).toBeHidden();
    const tops = await page
      .locator('.site-title, .menu > details > ul > li, .session-link')
      .evaluateAll((elements) =>
        elements.map((element) => {
          const { top, height } = element.getBoundingClientRect();
          return Math.round((top + height / 2) / 8);
        }),
      );
    expect(new Set(tops).size).toBe(1);
    await submenu(page).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(link(page, 'Elsewhere')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(link(page, 'Near')).toBeHidden();
    await expect(submenu(page)).toBeFocused();
    await submenu(page).click();
    await expect(link(page, 'Near')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('heading', { level: 1 }).click();
    await expect(link(page, 'Near')).toBeHidden();
  });

  test('many entries wrap within the page', { tag: '@deep' }, async ({ reader: page, owner }) => {
    await setMenu(
      owner,
      Array.from({ length: 30 }, (_, index) => url(`Entry number ${index}`)),
    );
    for (const width of [360, 820, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/topics');
      if (width === 360) await toggle(page).click();
      await expect(link(page, 'Entry number 29')).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });

  test('archive and topics are accessible in light and dark', { tag: '@deep' }, async ({
    reader: page,
    newPost,
    owner,
  }) => {
    const post = await newPost();
    await owner.post(`/webapi/api/tag/${post.id}/tea`, {});
    for (const address of ['/archive', '/topics', `/archive/${post.post_date.slice(0, 4)}`]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.goto(address);
        await expectAccessible(page);
      }
    }
  });
});
