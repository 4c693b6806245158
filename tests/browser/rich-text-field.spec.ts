import { sanitizeShortText, shortTextLength } from '../../src/content/document/short-text.ts';
import { expectAccessible } from './axe.ts';
import { type EditorDriver, expect, test } from './editor-page/fixtures.ts';

async function open(editor: EditorDriver, html: string, maxLength = 100): Promise<void> {
  await editor.page.evaluate(([value, most]) => window.editorPage.openField(value, most), [
    html,
    maxLength,
  ] as const);
  await expect(editor.text).toBeVisible();
}

test('the field has its label, its tools and a placeholder', { tag: '@deep' }, async ({ editor, page }) => {
  await open(editor, '');
  const tools = page.getByRole('toolbar').getByRole('button');
  expect(await tools.evaluateAll((all) => all.map((button) => button.ariaLabel))).toEqual([
    'Bold',
    'Italic',
    'Ordered List',
    'Bullet List',
    'Insert Link',
  ]);
  await expect(editor.text).toHaveAttribute('aria-placeholder', 'A few words');
  await expect(editor.text).toHaveAccessibleDescription('Shown to readers. 100 characters left');
  await page.getByText('Post Content').click();
  await expect(editor.text).toBeFocused();
  await expectAccessible(page);
});

test('text is typed and formatted, and reported as the server stores it', async ({ editor, page }) => {
  await open(editor, '');
  await editor.text.click();
  await page.keyboard.type('one two');
  await editor.select('two');
  await page.keyboard.press('Control+b');
  expect(await editor.html()).toBe('<p>one <strong>two</strong></p>');
  await editor.select('one');
  await editor.button('Insert Link').click();
  await page.getByRole('dialog', { name: 'Link' }).getByLabel('URL').fill('example.org');
  await page.keyboard.press('Enter');
  await expect(editor.text).toBeFocused();
  expect(await page.evaluate(() => window.editorPage.submits), 'Enter does not send the form').toBe(0);
  const html = await editor.html();
  expect(html).toContain('<a href="https://example.org"');
  expect(sanitizeShortText(html)).toBe(html);
  await editor.cursorAfter('two');
  await page.keyboard.press('Enter');
  await page.keyboard.type('- first');
  await page.keyboard.press('Enter');
  await page.keyboard.type('second');
  expect(await editor.html()).toContain('<ul><li><p>first</p></li><li><p>second</p></li></ul>');
});

test('everything is reached with the keyboard, and Tab leaves the field', { tag: '@deep' }, async ({
  editor,
  page,
}) => {
  await open(editor, '<ul><li><p>a</p></li><li><p>b</p></li></ul>');
  await page.getByRole('button', { name: 'Before' }).focus();
  await page.keyboard.press('Tab');
  await expect(editor.button('Bold')).toBeFocused();
  await page.keyboard.press('End');
  await expect(editor.button('Insert Link')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(editor.text).toBeFocused();
  await page.keyboard.press('Alt+F10');
  await expect(editor.button('Insert Link')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(editor.text).toBeFocused();
  await editor.cursorAfter('b');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Link' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Save' })).toBeFocused();
});

test('pasted content is reduced to what a short text may have', { tag: '@deep' }, async ({ editor }) => {
  for (const [html, expected] of [
    ['<h2>Title</h2><p>a <u>b</u> <b>c</b></p>', '<p>Title</p><p>a b <strong>c</strong></p>'],
    ['<table><tr><td>a</td></tr></table><p>x</p>', '<p>a</p><p>x</p>'],
    ['<p>a<img src="https://example.org/a.png" alt="b"></p><p>x</p>', '<p>a</p><p>x</p>'],
    ['<p style="color:red">a</p><script>alert(1)</script><p>x</p>', '<p>a</p><p>x</p>'],
    ['<p><a href="javascript:alert(1)">a</a></p><p>x</p>', '<p>a</p><p>x</p>'],
    ['<blockquote><p>a</p></blockquote><p>x</p>', '<p>a</p><p>x</p>'],
  ] as const) {
    await open(editor, '');
    await editor.text.focus();
    await editor.paste({ 'text/html': html, 'text/plain': 'a' });
    expect(await editor.html(), html).toBe(expected);
  }
});

test('the counter counts as the server does, and a longer text is not cut', { tag: '@deep' }, async ({
  editor,
  page,
}) => {
  await open(editor, '<p>12345</p><p>👍 <strong>8</strong></p>', 10);
  await expect(page.getByText('1 character left')).toBeVisible();
  await editor.cursorAfter('8');
  await page.keyboard.type('9a');
  await expect(page.getByRole('alert')).toHaveText('1 character too many');
  const html = await editor.html();
  expect(html).toBe('<p>12345</p><p>👍 <strong>89a</strong></p>');
  expect(shortTextLength(html)).toBe(11);
  await page.keyboard.press('Backspace');
  await expect(page.getByText('0 characters left')).toBeVisible();
});

test('a value that the form sets replaces the text, and typing goes on', { tag: '@deep' }, async ({
  editor,
  page,
}) => {
  await open(editor, '<p>one</p>');
  await editor.cursorAfter('one');
  await page.keyboard.type(' two');
  await expect.poll(() => page.evaluate(() => window.editorPage.changes.at(-1))).toBe('<p>one two</p>');
  await page.evaluate(() => window.editorPage.setField('<p>reset</p>'));
  await expect(editor.text).toHaveText('reset');
  await editor.cursorAfter('reset');
  await page.keyboard.type('!');
  expect(await editor.html()).toBe('<p>reset!</p>');
});

test('a dropped file does not leave the page', { tag: '@deep' }, async ({ editor }) => {
  await open(editor, '<p>a</p>');
  const prevented = await editor.text.evaluate((element) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['x'], 'a.png', { type: 'image/png' }));
    const box = element.getBoundingClientRect();
    const place = { clientX: box.x + 20, clientY: box.y + 20 };
    const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true, ...place });
    element.dispatchEvent(event);
    return event.defaultPrevented;
  });
  expect(prevented).toBe(true);
});
