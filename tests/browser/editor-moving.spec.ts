import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, test } from './editor-page/fixtures.ts';

const status = (page: Page) => page.locator('.editor-announcements');
const three = '<p>one</p><h2>two</h2><p>three</p>';

test('Alt with arrow keys moves the block with the cursor, and says where to', async ({ editor, page }) => {
  await editor.open(three);
  await editor.cursorAfter('two');
  await page.keyboard.press('Alt+ArrowDown');
  expect(await editor.html()).toBe('<p>one</p><p>three</p><h2>two</h2>');
  await expect(status(page)).toHaveText('Moved to position 3 of 3');
  await page.keyboard.press('Alt+ArrowDown');
  await expect(status(page)).toHaveText('Already at position 3 of 3');
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Alt+ArrowUp');
  expect(await editor.html()).toBe('<h2>two</h2><p>one</p><p>three</p>');
  await page.keyboard.type('!');
  expect(await editor.html(), 'The cursor moves along').toBe('<h2>two!</h2><p>one</p><p>three</p>');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  expect(await editor.html(), 'Each move is one step').toBe('<p>one</p><h2>two</h2><p>three</p>');
});

test('several selected blocks move together', { tag: '@deep' }, async ({ editor, page }) => {
  await editor.open(`${three}<p>four</p>`);
  await editor.select('twothree');
  await page.keyboard.press('Alt+ArrowUp');
  expect(await editor.html()).toBe('<h2>two</h2><p>three</p><p>one</p><p>four</p>');
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Alt+ArrowDown');
  expect(await editor.html()).toBe('<p>one</p><p>four</p><h2>two</h2><p>three</p>');
});

test('in a list the item moves, with what is nested in it', { tag: '@deep' }, async ({ editor, page }) => {
  await editor.open('<p>start</p><ul><li><p>a</p><ul><li><p>aa</p></li></ul></li><li><p>b</p></li></ul>');
  await editor.cursorAfter('b');
  await page.keyboard.press('Alt+ArrowUp');
  expect(await editor.html()).toBe(
    '<p>start</p><ul><li><p>b</p></li><li><p>a</p><ul><li><p>aa</p></li></ul></li></ul>',
  );
  await page.keyboard.press('Alt+ArrowUp');
  await expect(status(page)).toHaveText('Already at position 1 of 2');
});

async function drag(page: Page, from: number, to: { text: string; below: boolean }) {
  const paragraph = page.locator('.ProseMirror > *').nth(from);
  await paragraph.hover();
  const handle = await page.getByRole('button', { name: 'Move block' }).boundingBox();
  const target = await page.locator('.ProseMirror > *', { hasText: to.text }).boundingBox();
  if (!handle || !target) throw new Error('Nothing to drag.');
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
  await page.mouse.down();
  const y = to.below ? target.y + target.height - 2 : target.y + 2;
  await page.mouse.move(handle.x, (handle.y + y) / 2, { steps: 3 });
  await page.mouse.move(handle.x, y, { steps: 3 });
}

test('the handle drags a block by mouse; Escape cancels', { tag: '@deep' }, async ({ editor, page }) => {
  await editor.open(three);
  await drag(page, 0, { text: 'three', below: true });
  await expect(page.locator('.editor-drop-line')).toBeVisible();
  await expectAccessible(page);
  await page.mouse.up();
  expect(await editor.html()).toBe('<h2>two</h2><p>three</p><p>one</p>');
  await drag(page, 2, { text: 'two', below: false });
  await page.mouse.up();
  expect(await editor.html()).toBe(three);
  await drag(page, 0, { text: 'three', below: true });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(await editor.html()).toBe(three);
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 640 } });

  test('the handle drags a block by touch', { tag: '@deep' }, async ({ editor, page }) => {
    await editor.open(three);
    await editor.text.locator('p').first().tap();
    const handle = await page.getByRole('button', { name: 'Move block' }).boundingBox();
    const target = await editor.text.locator('p').last().boundingBox();
    if (!handle || !target) throw new Error('Nothing to drag.');
    expect(Math.min(handle.width, handle.height)).toBeGreaterThanOrEqual(24);
    const cdp = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
      cdp.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: handle.x + handle.width / 2, y }],
      });
    await touch('touchStart', handle.y + handle.height / 2);
    for (let step = 1; step <= 5; step += 1)
      await touch('touchMove', handle.y + ((target.y + target.height - 2 - handle.y) * step) / 5);
    await touch('touchEnd', 0);
    await expect.poll(() => editor.html()).toBe('<h2>two</h2><p>three</p><p>one</p>');
  });
});
