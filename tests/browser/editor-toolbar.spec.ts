import { expectAccessible } from './axe.ts';
import { expect, test } from './editor-page/fixtures.ts';

const primary = [
  ...['Bold', 'Italic', 'Insert Link', 'Heading 2', 'Heading 3'],
  ...['Bullet List', 'Ordered List', 'Insert Image'],
];
const more = [
  ...['Undo', 'Redo', 'Underline', 'Strike', 'Code'],
  ...['Heading 1', 'Heading 4', 'Heading 5', 'Heading 6', 'Blockquote', 'Text Color', 'Background Color'],
  ...['Align Left', 'Align Center', 'Align Right', 'Align Justify'],
];
const names = [...primary, 'More', ...more];

test('the toolbar has the most used items, and all others behind More', async ({ editor, page }) => {
  await editor.open('<p>a</p>');
  const buttons = page.getByRole('toolbar').getByRole('button');
  const shown = () => buttons.evaluateAll((all) => all.map((button) => button.ariaLabel));
  expect(await shown()).toEqual([...primary, 'More']);
  await editor.more();
  expect(await shown()).toEqual(names);
  await editor.text.click();
  expect(await shown()).toEqual([...primary, 'More']);
});

test('marks are toggled on a selection, and buttons show their state', async ({ editor }) => {
  for (const [name, tag] of [
    ['Bold', 'strong'],
    ['Italic', 'em'],
    ['Underline', 'u'],
    ['Strike', 's'],
    ['Code', 'code'],
  ] as const) {
    await editor.open('<p>one two three</p>');
    await editor.more();
    await editor.select('two');
    await expect(editor.button(name)).toHaveAttribute('aria-pressed', 'false');
    await editor.button(name).click();
    expect(await editor.html()).toBe(`<p>one <${tag}>two</${tag}> three</p>`);
    await expect(editor.button(name)).toHaveAttribute('aria-pressed', 'true');
    await expect(editor.text).toBeFocused();
    await editor.button(name).click();
    expect(await editor.html()).toBe('<p>one two three</p>');
  }
});

test('a mark without a selection applies to the text typed next', { tag: '@deep' }, async ({
  editor,
  page,
}) => {
  await editor.open('<p>a</p>');
  await editor.cursorAfter('a');
  await editor.button('Bold').click();
  await page.keyboard.type('b');
  await editor.button('Bold').click();
  await page.keyboard.type('c');
  expect(await editor.html()).toBe('<p>a<strong>b</strong>c</p>');
});

test('blocks are toggled, and buttons show their state', async ({ editor }) => {
  const blocks: [string, string][] = [
    ...[1, 2, 3, 4, 5, 6].map((level): [string, string] => [
      `Heading ${level}`,
      `<h${level}>text</h${level}>`,
    ]),
    ['Blockquote', '<blockquote><p>text</p></blockquote>'],
    ['Ordered List', '<ol><li><p>text</p></li></ol>'],
    ['Bullet List', '<ul><li><p>text</p></li></ul>'],
  ];
  for (const [name, html] of blocks) {
    await editor.open('<p>text</p>');
    await editor.more();
    await editor.cursorAfter('text');
    await editor.button(name).click();
    expect(await editor.html()).toBe(html);
    await expect(editor.button(name)).toHaveAttribute('aria-pressed', 'true');
    await editor.button(name).click();
    expect(await editor.html()).toBe('<p>text</p>');
    await expect(editor.button(name)).toHaveAttribute('aria-pressed', 'false');
  }
});

test('alignment applies to paragraphs and headings, survives a change of block, and left is not stored', {
  tag: '@deep',
}, async ({ editor }) => {
  await editor.open('<p>one</p><h2>two</h2>');
  await editor.more();
  await editor.select('onetwo');
  await expect(editor.button('Align Left')).toHaveAttribute('aria-pressed', 'true');
  for (const side of ['Center', 'Right', 'Justify']) {
    await editor.button(`Align ${side}`).click();
    const style = `text-align: ${side.toLowerCase()};`;
    expect(await editor.html()).toBe(`<p style="${style}">one</p><h2 style="${style}">two</h2>`);
    await expect(editor.button(`Align ${side}`)).toHaveAttribute('aria-pressed', 'true');
    await expect(editor.button('Align Left')).toHaveAttribute('aria-pressed', 'false');
  }
  await editor.cursorAfter('one');
  await editor.button('Heading 3').click();
  expect(await editor.html()).toBe(
    '<h3 style="text-align: justify;">one</h3><h2 style="text-align: justify;">two</h2>',
  );
  await editor.select('onetwo');
  await editor.button('Align Left').click();
  expect(await editor.html()).toBe('<h3>one</h3><h2>two</h2>');
});

test('undo and redo are enabled when there is something to undo', async ({ editor, page }) => {
  await editor.open('<p>a</p>');
  await editor.more();
  await expect(editor.button('Undo')).toBeDisabled();
  await expect(editor.button('Redo')).toBeDisabled();
  await editor.cursorAfter('a');
  await page.keyboard.type('b');
  await editor.button('Undo').click();
  expect(await editor.html()).toBe('<p>a</p>');
  await expect(editor.button('Undo')).toBeDisabled();
  await editor.button('Redo').click();
  expect(await editor.html()).toBe('<p>ab</p>');
});

test('marks are disabled in code blocks', { tag: '@deep' }, async ({ editor }) => {
  await editor.open('<pre><code>text</code></pre>');
  await editor.more();
  await editor.cursorAfter('text');
  for (const name of ['Bold', 'Code', 'Insert Link', 'Text Color', 'Align Center'])
    await expect(editor.button(name)).toBeDisabled();
  await editor.button('Bold').click({ force: true });
  expect(await editor.html()).toBe('<pre><code>text</code></pre>');
});

test('the toolbar is one tab stop with arrow keys', { tag: '@deep' }, async ({ editor, page }) => {
  await editor.open('<p>text</p>');
  await page.getByRole('button', { name: 'Before' }).focus();
  await page.keyboard.press('Tab');
  await expect(editor.button('Bold')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(editor.button('Insert Link')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(editor.button('Italic')).toBeFocused();
  await page.keyboard.press('End');
  await expect(editor.button('More')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await expect(editor.button('Align Justify')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(editor.button('Bold')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  await expect(editor.text).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(editor.button('Italic'), 'Coming back finds the place that was left').toBeFocused();
  await page.keyboard.press('Escape');
  await expect(editor.text).toBeFocused();
  await expect(editor.button('Align Justify')).toBeHidden();
  await page.keyboard.press('Alt+F10');
  await expect(editor.button('Italic')).toBeFocused();
});

test('a button pressed by keyboard returns the focus to the text', { tag: '@deep' }, async ({
  editor,
  page,
}) => {
  await editor.open('<p>a</p>');
  await editor.cursorAfter('a');
  await page.keyboard.press('Alt+F10');
  await page.keyboard.press('Enter');
  await page.keyboard.type('b');
  expect(await editor.html()).toBe('<p>a<strong>b</strong></p>');
  expect(await page.evaluate(() => window.editorPage.submits)).toBe(0);
});

test('in a paragraph Tab leaves the editor', { tag: '@deep' }, async ({ editor, page }) => {
  await editor.open('<p>a</p>');
  await editor.cursorAfter('a');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'HTML' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Save' })).toBeFocused();
  expect(await editor.html()).toBe('<p>a</p>');
});

test('shortcuts match the buttons', { tag: '@deep' }, async ({ editor, page }) => {
  await editor.open('<p>text</p>');
  for (const [keys, html] of [
    ['Control+b', '<p><strong>text</strong></p>'],
    ['Control+i', '<p><em>text</em></p>'],
    ['Control+u', '<p><u>text</u></p>'],
    ['Control+Shift+s', '<p><s>text</s></p>'],
    ['Control+e', '<p><code>text</code></p>'],
    ['Control+Alt+2', '<h2>text</h2>'],
    ['Control+Shift+7', '<ol><li><p>text</p></li></ol>'],
    ['Control+Shift+8', '<ul><li><p>text</p></li></ul>'],
    ['Control+Shift+b', '<blockquote><p>text</p></blockquote>'],
  ] as const) {
    await editor.select('text');
    await page.keyboard.press(keys);
    expect(await editor.html(), keys).toBe(html);
    await page.keyboard.press(keys);
    expect(await editor.html(), keys).toBe('<p>text</p>');
  }
});

test('works on a phone and is accessible in light and dark', { tag: '@deep' }, async ({ editor, page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await editor.open('<h2>Title</h2><p>Some <a href="/x">link</a></p>');
  await editor.more();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  for (const [scheme, name] of [
    ['light', 'Insert Link'],
    ['dark', 'Insert Image'],
    ['dark', 'Text Color'],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await editor.button(name).click();
    const panel = await page.getByRole('dialog').boundingBox();
    expect(panel?.x).toBeGreaterThanOrEqual(0);
    expect((panel?.x ?? 0) + (panel?.width ?? 999)).toBeLessThanOrEqual(360);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  }
});

test('the keys of all tools are consumed, also where the tool does not apply', { tag: '@deep' }, async ({
  editor,
  page,
}) => {
  await editor.open('<p>one</p><pre><code>two</code></pre><p>three</p>');
  await editor.more();
  await page.evaluate(() => {
    Object.assign(window, { passed: [] });
    addEventListener('keydown', (event) => {
      if (!event.defaultPrevented && event.key.length === 1)
        (window as unknown as { passed: string[] }).passed.push(event.key);
    });
  });
  const keys = await page
    .getByRole('toolbar')
    .locator('[aria-keyshortcuts]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-keyshortcuts') ?? ''));
  expect(keys.length).toBeGreaterThan(20);
  for (const word of ['two', 'one']) {
    await editor.cursorAfter(word);
    for (const press of [...keys, ...['L', 'E', 'R', 'J'].map((letter) => `Control+Shift+${letter}`)]) {
      if (press === 'Control+K') continue;
      await page.keyboard.press(press);
      expect(
        await page.evaluate(() => (window as unknown as { passed: string[] }).passed),
        `${press} in ${word}`,
      ).toEqual([]);
    }
  }
});

test('alignment has keys that browsers do not use, and those of word processors', { tag: '@deep' }, async ({
  editor,
  page,
}) => {
  await editor.open('<h2>one</h2>');
  await editor.more();
  await editor.cursorAfter('one');
  for (const [press, side] of [
    ['Control+Shift+2', 'center'],
    ['Control+Shift+3', 'right'],
    ['Control+Shift+4', 'justify'],
    ['Control+Shift+e', 'center'],
    ['Control+Shift+r', 'right'],
    ['Control+Shift+j', 'justify'],
  ] as const) {
    await page.keyboard.press(press);
    expect(await editor.html(), press).toBe(`<h2 style="text-align: ${side};">one</h2>`);
  }
  await page.keyboard.press('Control+Shift+1');
  expect(await editor.html()).toBe('<h2>one</h2>');
  await expect(editor.button('Align Right')).toHaveAttribute('title', 'Align Right (Ctrl+Shift+3)');
});

test('on a phone all tools are visible and large enough', { tag: '@deep' }, async ({ editor, page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await editor.open('<p>text</p>');
  await editor.more();
  for (const name of names) {
    const box = await editor.button(name).boundingBox();
    expect(box?.x, name).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 999), name).toBeLessThanOrEqual(360);
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), name).toBeGreaterThanOrEqual(38);
  }
  const bar = await page.getByRole('toolbar').boundingBox();
  expect(bar?.height, 'leaves room for the text above an on-screen keyboard').toBeLessThanOrEqual(50);
});

test('the toolbar stays in sight in a long text', { tag: '@deep' }, async ({ editor, page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await editor.open(`${'<p>text</p>'.repeat(80)}<p>end</p>`);
  await editor.cursorAfter('end');
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
  await expect(editor.button('Bold')).toBeInViewport({ ratio: 1 });
});

test('forced colors show which tools are pressed and which are disabled', { tag: '@deep' }, async ({
  editor,
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await editor.open('<p>a <strong>bold</strong></p>');
  await editor.more();
  await editor.cursorAfter('bold');
  await expect(editor.button('Bold')).toHaveAttribute('aria-pressed', 'true');
  const looks = (name: string) =>
    editor.button(name).evaluate((button) => {
      const { color, backgroundColor } = getComputedStyle(button);
      return `${color} on ${backgroundColor}`;
    });
  const [pressed, plain, disabled] = [await looks('Bold'), await looks('Italic'), await looks('Redo')];
  expect(new Set([pressed, plain, disabled]).size).toBe(3);
  await editor.button('Text Color').click();
  const colors = await page
    .getByRole('dialog')
    .getByRole('button')
    .evaluateAll((all) => all.slice(0, 16).map((button) => getComputedStyle(button).backgroundColor));
  expect(new Set(colors).size).toBe(16);
});
