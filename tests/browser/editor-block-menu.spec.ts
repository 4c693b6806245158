import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, test } from './editor-page/fixtures.ts';

const menu = (page: Page) => page.getByRole('listbox', { name: 'Blocks' });
const selected = (page: Page) => menu(page).getByRole('option', { selected: true });

test('after a word, a formula opens its field, and an image its popup at the line', async ({
  editor,
  page,
}) => {
  await editor.open('<p>word</p>');
  await editor.cursorAfter('word');
  await page.keyboard.type(' /formula');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Formula in TeX')).toBeFocused();
  await page.keyboard.type('a^2');
  await page.keyboard.press('Escape');
  expect(await editor.html()).toContain('<div class="math">a^2</div>');
  await page.keyboard.type('/image');
  await page.keyboard.press('Enter');
  const popup = page.getByRole('dialog', { name: 'Image', exact: true });
  await expect(popup.getByLabel('URL')).toBeFocused();
  const line = await editor.text.locator('p').last().boundingBox();
  const panel = await popup.boundingBox();
  const gap = Math.min(
    Math.abs((panel?.y ?? 0) - (line?.y ?? 0) - (line?.height ?? 0)),
    Math.abs((panel?.y ?? 0) + (panel?.height ?? 0) - (line?.y ?? 0)),
  );
  expect(gap).toBeLessThan(20);
});

test('a button, columns and a saved selection are inserted with the keyboard', { tag: '@deep' }, async ({
  editor,
  page,
}) => {
  await editor.open('<p>So long</p>');
  await editor.select('So long');
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Save as Snippet' }).click();
  await page.keyboard.type('Farewell');
  await page.keyboard.press('Enter');
  await expect(editor.text).toBeFocused();
  await editor.cursorAfter('long');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/button');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Write to me');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('URL of the button')).toBeFocused();
  await page.keyboard.type('example.org/a');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.keyboard.type('/columns');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/farewell');
  await expect(selected(page)).toHaveText('Farewell');
  await page.keyboard.press('Enter');
  await page.keyboard.type('!');
  expect(await editor.html()).toBe(
    '<p>So long</p><p class="action"><a href="https://example.org/a">Write to me</a></p>' +
      '<div class="columns"><div><p>So long!</p></div><div><p></p></div></div><p></p>',
  );
});

test('a slash in an empty line opens all blocks; typing filters, Enter inserts', async ({ editor, page }) => {
  await editor.open('');
  await editor.text.focus();
  await page.keyboard.type('/');
  await expect(menu(page)).toBeVisible();
  expect(await menu(page).getByRole('option').count()).toBeGreaterThan(15);
  await expect(selected(page)).toHaveText('Paragraph');
  await expect(editor.text).toHaveAttribute(
    'aria-activedescendant',
    (await selected(page).getAttribute('id')) ?? '',
  );
  await expectAccessible(page);
  await page.keyboard.type('head');
  await expect(menu(page).getByRole('option')).toHaveText(['Heading 2', 'Heading 3', 'Heading 4']);
  await page.keyboard.press('ArrowDown');
  await expect(selected(page)).toHaveText('Heading 3');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(selected(page)).toHaveText('Heading 4');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(menu(page)).toHaveCount(0);
  await expect(editor.text).toBeFocused();
  await expect(editor.text).not.toHaveAttribute('aria-activedescendant');
  await page.keyboard.type('Title');
  expect(await editor.html()).toBe('<h2>Title</h2>');
});

test('blocks are found by names of two words and by other words', { tag: '@deep' }, async ({
  editor,
  page,
}) => {
  for (const [typed, first] of [
    ['bullet l', 'Bullet List'],
    ['todo', 'Task List'],
    ['hr', 'Rule'],
    ['youtube', 'Embed'],
  ] as const) {
    await editor.open('');
    await editor.text.focus();
    await page.keyboard.type(`/${typed}`);
    await expect(selected(page)).toHaveText(first);
  }
});

test('Escape leaves what was typed, and the menu stays closed for this word', { tag: '@deep' }, async ({
  editor,
  page,
}) => {
  await editor.open('');
  await editor.text.focus();
  await page.keyboard.type('/ta');
  await expect(menu(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu(page)).toHaveCount(0);
  await page.keyboard.type('bl');
  await expect(menu(page)).toHaveCount(0);
  expect(await editor.html()).toBe('<p>/tabl</p>');
  await page.keyboard.press('Enter');
  expect(await editor.html()).toBe('<p>/tabl</p><p></p>');
});

test('a slash inside of words, paths, code and prose does not get in the way', { tag: '@deep' }, async ({
  editor,
  page,
}) => {
  await editor.open('');
  await editor.text.focus();
  await page.keyboard.type('and/or');
  await expect(menu(page)).toHaveCount(0);
  await page.keyboard.type(' this / that');
  await expect(menu(page)).toHaveCount(0);
  await page.keyboard.type(' /usr/bin');
  await expect(menu(page)).toHaveCount(0);
  await page.keyboard.press('Enter');
  await page.keyboard.type('```/');
  await expect(menu(page)).toHaveCount(0);
  expect(await editor.html()).toBe('<p>and/or this / that /usr/bin</p><pre><code>/</code></pre>');
});

test('moving the cursor away or leaving the text closes the menu', { tag: '@deep' }, async ({
  editor,
  page,
}) => {
  await editor.open('<p>one</p><p></p>');
  await editor.cursorAfter('one');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('/');
  await expect(menu(page)).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(menu(page)).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect(menu(page), 'Only typing opens it').toHaveCount(0);
  // The editor reads the selection that ArrowRight moved in an asynchronous event.
  await expect.poll(() => page.evaluate(() => getSelection()?.anchorOffset)).toBe(1);
  await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => setTimeout(next, 50))));
  await page.keyboard.press('Backspace');
  await expect.poll(() => editor.html()).toBe('<p>one</p><p></p>');
  await page.keyboard.type('/');
  await expect(menu(page)).toBeVisible();
  await page.getByRole('button', { name: 'Before' }).focus();
  await expect(menu(page)).toHaveCount(0);
});

test('an input method filters, and its keys stay its own', { tag: '@deep' }, async ({ editor, page }) => {
  const cdp = await page.context().newCDPSession(page);
  await editor.open('');
  await editor.text.focus();
  await page.keyboard.type('/');
  await cdp.send('Input.imeSetComposition', { text: 'tab', selectionStart: 3, selectionEnd: 3 });
  await expect(selected(page)).toHaveText('Table');
  await cdp.send('Input.insertText', { text: 'tab' });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table')).toBeVisible();
  expect(await editor.html()).not.toContain('tab<');
});

test('"+" beside an empty line opens the menu by mouse', { tag: '@deep' }, async ({ editor, page }) => {
  await editor.open('<p>one</p><p></p><p>three</p>');
  await editor.text.locator('p').nth(1).hover();
  await page.getByRole('button', { name: 'Add block' }).click();
  await expect(menu(page)).toBeVisible();
  await expect(editor.text).toBeFocused();
  await page.keyboard.type('quote');
  await page.keyboard.press('Enter');
  await page.keyboard.type('two');
  expect(await editor.html()).toBe('<p>one</p><blockquote><p>two</p></blockquote><p>three</p>');
});

test('one undo after a choice brings back what was typed', { tag: '@deep' }, async ({ editor, page }) => {
  await editor.open('<p>one</p><p></p>');
  await editor.cursorAfter('one');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('/rule');
  await page.keyboard.press('Enter');
  expect(await editor.html()).toBe('<p>one</p><hr><p></p>');
  await page.keyboard.press('Control+z');
  expect(await editor.html()).toBe('<p>one</p><p>/rule</p>');
});

test('blocks that need a source ask for it', { tag: '@deep' }, async ({ editor, page }) => {
  await editor.open('');
  await editor.text.focus();
  await page.keyboard.type('/embed');
  await page.keyboard.press('Enter');
  const popup = page.getByRole('dialog', { name: 'Embed' });
  await expect(popup.getByLabel('URL')).toBeFocused();
  await page.keyboard.type('javascript:alert(1)');
  await expect(popup.getByRole('button', { name: 'Insert' })).toBeDisabled();
  await popup.getByLabel('URL').fill('https://video.example.org/1');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  expect(await editor.html()).toContain(
    '<figure class="embed"><a href="https://video.example.org/1">https://video.example.org/1</a></figure>',
  );
  await editor.open('');
  await editor.text.focus();
  await page.keyboard.type('/image');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Image' }).getByLabel('URL')).toBeFocused();
});

test('a gallery is uploaded and inserted', { tag: '@deep' }, async ({ editor, page }) => {
  await editor.open('');
  await editor.text.focus();
  await page.keyboard.type('/gallery');
  await page.keyboard.press('Enter');
  const popup = page.getByRole('dialog', { name: 'Gallery' });
  const files = ['a.png', 'b.png'].map((name) => ({ name, mimeType: 'image/png', buffer: Buffer.from('x') }));
  await popup.locator('input[type=file]').setInputFiles(files);
  await expect.poll(() => page.evaluate(() => window.editorPage.uploads.length)).toBe(2);
  await expectAccessible(page);
  await page.evaluate(() => {
    for (const { name, finish } of window.editorPage.uploads)
      finish({ src: `/images/${name}`, alt: '', width: 1, height: 1 });
  });
  await expect(popup).toHaveCount(0);
  expect(await editor.html()).toContain('<div class="gallery"><figure><img src="/images/a.png"');
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 640 } });

  test('"+" and the menu work by touch, in light and dark', { tag: '@deep' }, async ({ editor, page }) => {
    await editor.open('<p>one</p><p></p>');
    await editor.text.locator('p').nth(1).tap();
    await page.getByRole('button', { name: 'Add block' }).tap();
    const box = await menu(page).boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(360);
    const option = menu(page).getByRole('option', { name: 'Heading 2' });
    expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(40);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expectAccessible(page);
    }
    await option.tap();
    await expect(editor.text).toBeFocused();
    expect(await editor.html()).toBe('<p>one</p><h2></h2>');
  });
});
