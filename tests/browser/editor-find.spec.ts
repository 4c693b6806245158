import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, test } from './editor-page/fixtures.ts';

const bar = (page: Page) => page.getByRole('search', { name: 'Find and replace' });
const find = (page: Page) => bar(page).getByLabel('Find', { exact: true });

test('Ctrl+H finds: counts, next and previous, case and whole words, by keyboard', async ({
  editor,
  page,
}) => {
  await editor.open('<p>Sea and sea</p><p>seaside <strong>se</strong>a</p>');
  await editor.cursorAfter('Sea');
  await page.keyboard.press('Control+h');
  await expect(find(page)).toBeFocused();
  await page.keyboard.type('sea');
  await expect(bar(page).getByRole('status')).toHaveText('1 of 4');
  await expect(page.locator('.editor-match-current')).toHaveText('Sea');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(bar(page).getByRole('status')).toHaveText('2 of 4');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.press('Shift+Enter');
  await expect(bar(page).getByRole('status')).toHaveText('4 of 4');
  await bar(page).getByLabel('Match case').check();
  await expect(bar(page).getByRole('status')).toContainText('of 3');
  await bar(page).getByLabel('Whole words').check();
  await expect(bar(page).getByRole('status')).toContainText('of 2');
  await find(page).fill('nothing');
  await expect(bar(page).getByRole('status')).toHaveText('No matches');
  await expect(bar(page).getByRole('button', { name: 'Replace All' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  await expect(editor.text).toBeFocused();
  await expect(page.locator('.editor-match')).toHaveCount(0);
});

test('replaces one after another, and all as one undo step', { tag: '@deep' }, async ({ editor, page }) => {
  await editor.open('<p>a cat, a <strong>cat</strong></p><h2>cat</h2>');
  await editor.text.focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+Shift+h');
  await page.keyboard.type('cat');
  await bar(page).getByLabel('Replace with').fill('dog');
  await page.keyboard.press('Enter');
  expect(await editor.html()).toBe('<p>a dog, a <strong>cat</strong></p><h2>cat</h2>');
  await expect(bar(page).getByRole('status')).toHaveText('1 of 2');
  await bar(page).getByRole('button', { name: 'Replace All' }).click();
  await expect(bar(page).getByRole('status')).toHaveText('2 replaced');
  expect(await editor.html()).toBe('<p>a dog, a <strong>dog</strong></p><h2>dog</h2>');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  expect(await editor.html()).toBe('<p>a dog, a <strong>cat</strong></p><h2>cat</h2>');
});

test('works over 50,000 words', { tag: '@deep' }, async ({ editor, page }) => {
  const words = 'one two three four five six seven eight nine ten ';
  await editor.open(`<p>${words.repeat(10)}</p>`.repeat(500));
  await editor.text.focus();
  await page.keyboard.press('Control+h');
  await find(page).fill('seven');
  await expect(bar(page).getByRole('status')).toContainText('of 5000');
  await bar(page).getByLabel('Replace with').fill('7');
  await bar(page).getByRole('button', { name: 'Replace All' }).click();
  await expect(bar(page).getByRole('status')).toHaveText('5000 replaced');
  const html = await editor.html();
  expect(html.match(/six 7 eight/g)?.length).toBe(5000);
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 640 } });

  test('is opened from the options, and fits', { tag: '@deep' }, async ({ editor, page }) => {
    await editor.open('<p>one two</p>');
    await page.locator('.editor-options summary').tap();
    await page.getByRole('button', { name: 'Find and replace' }).tap();
    await find(page).fill('two');
    await expect(page.locator('.editor-match-current')).toHaveText('two');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await expectAccessible(page);
  });
});
