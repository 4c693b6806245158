import type { Page } from '@playwright/test';
import { expect, test } from './site-content.ts';

const viewer = (page: Page) => page.getByRole('dialog', { name: /Images of/ });
const counter = (page: Page) => viewer(page).locator('figcaption span');

test.describe('viewer', () => {
  test.beforeEach(async ({ page, content }) => {
    await page.goto(`/post/${content.rich.post_title_web}`);
  });

  test('opens from a thumbnail, moves with arrow keys, closes with Escape and restores the focus', async ({
    page,
  }) => {
    const thumbnail = page.locator('.gallery a').nth(1);
    await thumbnail.focus();
    await page.keyboard.press('Enter');
    await expect(viewer(page)).toBeVisible();
    await expect(counter(page)).toHaveText('2 / 3');
    await page.keyboard.press('ArrowRight');
    await expect(counter(page)).toHaveText('3 / 3');
    await page.keyboard.press('ArrowRight');
    await expect(counter(page)).toHaveText('1 / 3');
    await page.keyboard.press('ArrowLeft');
    await expect(counter(page)).toHaveText('3 / 3');
    for (let press = 0; press < 6; press++) {
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate(
          () => document.activeElement === document.body || !!document.activeElement?.closest('dialog'),
        ),
      ).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(viewer(page)).toHaveCount(0);
    await expect(thumbnail).toBeFocused();
    await thumbnail.click();
    await expect(counter(page)).toHaveText('2 / 3');
  });

  test('has buttons, and closes on a click beside the image', { tag: '@deep' }, async ({ page }) => {
    await page.locator('.gallery a').first().click();
    await viewer(page).getByRole('button', { name: 'Next image' }).click();
    await expect(counter(page)).toHaveText('2 / 3');
    await viewer(page).getByRole('button', { name: 'Previous image' }).click();
    await expect(counter(page)).toHaveText('1 / 3');
    await viewer(page).getByRole('button', { name: 'Close' }).click();
    await expect(viewer(page)).toHaveCount(0);
    await page.locator('.gallery a').first().click();
    await expect(viewer(page)).toBeVisible();
    await page.mouse.click(100, 5);
    await expect(viewer(page)).toHaveCount(0);
  });

  test('moves on swipe', { tag: '@deep' }, async ({ page }) => {
    await page.locator('.gallery a').first().click();
    await expect(counter(page)).toHaveText('1 / 3');
    await page.mouse.move(700, 300);
    await page.mouse.down();
    await page.mouse.move(500, 310, { steps: 4 });
    await page.mouse.up();
    await expect(counter(page)).toHaveText('2 / 3');
    await expect(viewer(page)).toBeVisible();
  });

  test('is loaded on demand; without it the link opens the image', { tag: '@deep' }, async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/ERR_FAILED|Failed to fetch/);
    await page.route('**/assets/viewer-*', (route) => route.abort());
    await page.locator('.gallery a').first().click();
    await expect(page).toHaveURL(/\/images\//);
  });
});
