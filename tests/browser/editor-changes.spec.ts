import { expect, test } from './editor-page/fixtures.ts';

const reports = () => window.editorPage.changes;

test('typing reports less often than it changes the text, and the last text within a moment', {
  tag: '@deep',
}, async ({ editor, page }) => {
  await editor.open('<p>-</p>');
  await editor.cursorAfter('-');
  await editor.text.evaluate(() => {
    for (const letter of 'abcdefghijklmnopqrst') document.execCommand('insertText', false, letter);
  });
  await expect.poll(() => page.evaluate(reports)).toEqual(['<p>-abcdefghijklmnopqrst</p>']);
});

test('the latest text is reported before anything can read it', { tag: '@deep' }, async ({
  editor,
  page,
}) => {
  // Timers never fire.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  for (const [name, act] of [
    ['Ctrl+S', () => page.keyboard.press('Control+s')],
    ['a press elsewhere', () => page.getByRole('heading').click()],
    ['Tab out of the text', () => page.keyboard.press('Tab')],
    ['submit', () => page.evaluate(() => document.querySelector('form')?.requestSubmit())],
    ['pagehide', () => page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide')))],
    ['hidden', () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))],
    ['beforeunload', () => page.evaluate(() => window.dispatchEvent(new Event('beforeunload')))],
    ['history', () => page.evaluate(() => window.dispatchEvent(new PopStateEvent('popstate')))],
  ] as const) {
    await editor.open('<p>-</p>');
    await editor.text.focus();
    await page.keyboard.press('End');
    await page.keyboard.type('ab');
    expect(await page.evaluate(reports), name).toEqual([]);
    await act();
    expect(await page.evaluate(reports), name).toEqual(['<p>-ab</p>']);
  }
});

test('the latest text is reported when the editor is removed', async ({ editor, page }) => {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await editor.open('<p>-</p>');
  await editor.text.focus();
  await page.keyboard.press('End');
  await page.keyboard.type('ab');
  const reported = await page.evaluate(() => {
    const before = window.editorPage.changes;
    window.editorPage.open('<p>another post</p>');
    return before.concat(window.editorPage.changes);
  });
  expect(reported).toEqual(['<p>-ab</p>']);
});
