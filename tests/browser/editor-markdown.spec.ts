import fc from 'fast-check';
import { documentTrees } from '../support/document-trees.ts';
import { expectAccessible } from './axe.ts';
import { expect, test } from './editor-page/fixtures.ts';

const post =
  '<h2>Plans</h2><p>Some <strong>bold</strong> and <em>slanted</em> text<span class="footnote">A note.</span>.</p>' +
  '<ul class="tasks"><li class="done"><p>one</p></li><li><p>two</p></li></ul>' +
  '<pre><code class="language-ts">const a = 1;</code></pre>';
const markdown =
  '## Plans\n\nSome **bold** and *slanted* text[^1].\n\n- [x] one\n- [ ] two\n\n```ts\nconst a = 1;\n```\n\n[^1]: A note.\n';

test('the Markdown view shows the post, and its changes are one undo step', async ({ editor, page }) => {
  await editor.open(post);
  const button = page.getByRole('button', { name: 'Markdown' });
  await button.click();
  const source = page.getByRole('textbox', { name: 'Markdown source' });
  await expect(source).toBeFocused();
  await expect(source).toHaveValue(markdown);
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect(editor.button('Bold')).toBeDisabled();
  await source.fill(markdown.replace('two', 'two **new**'));
  await expect
    .poll(() => page.evaluate(() => window.editorPage.changes.at(-1)))
    .toBe(post.replace('two', 'two <strong>new</strong>'));
  await button.click();
  await expect(source).toHaveCount(0);
  expect(await editor.html()).toBe(post.replace('two', 'two <strong>new</strong>'));
  await editor.text.focus();
  await page.keyboard.press('Control+z');
  expect(await editor.html()).toBe(post);
});

test('what is typed is reported before a key such as Ctrl+S can save it', async ({ editor, page }) => {
  await editor.open('<p>a</p>');
  for (const [name, typed] of [
    ['Markdown', ' *b*'],
    ['HTML', ' c'],
  ] as const) {
    await page.getByRole('button', { name }).click();
    await page.getByRole('textbox', { name: `${name} source` }).press('Control+End');
    const reported = await page.evaluate(async (text) => {
      const field = document.activeElement as HTMLTextAreaElement;
      field.setSelectionRange(1, 1);
      document.execCommand('insertText', false, text);
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true }));
      return window.editorPage.changes.at(-1);
    }, typed);
    expect(reported).toContain(name === 'HTML' ? ' c' : '<em>b</em>');
    await page.getByRole('button', { name }).click();
  }
});

test('pasted Markdown of other programs becomes what it says, without its front matter', {
  tag: '@deep',
}, async ({ editor }) => {
  await editor.open('');
  await editor.text.focus();
  await editor.paste({
    'text/plain':
      '---\ntitle: Notes\ntags: [a]\n---\n\n## Notes\n\n> [!warning]\n> Hot.\n\n- [x] done\n- [ ] open\n\n' +
      'Water[^w] boils at $T = 100$ and costs $5 or $6.\n\nTerm\n: what it means\n\n[^w]: Pure water.',
  });
  expect(await editor.html()).toBe(
    '<h2>Notes</h2><aside class="callout warning"><p>Hot.</p></aside>' +
      '<ul class="tasks"><li class="done"><p>done</p></li><li><p>open</p></li></ul>' +
      '<p>Water<span class="footnote">Pure water.</span> boils at <span class="math">T = 100</span> and costs $5 or $6.</p>' +
      '<dl><dt>Term</dt><dd><p>what it means</p></dd></dl>',
  );
});

test('looking at the Markdown changes nothing', { tag: '@deep' }, async ({ editor, page }) => {
  await editor.open(post);
  await page.getByRole('button', { name: 'Markdown' }).click();
  await page.getByRole('textbox', { name: 'Markdown source' }).press('ArrowDown');
  await page.getByRole('button', { name: 'Markdown' }).click();
  await editor.text.focus();
  await page.keyboard.press('Control+z');
  expect(await editor.html()).toBe(post);
  expect(await page.evaluate(() => window.editorPage.changes)).toEqual([]);
});

test('every document survives the Markdown view of the browser', { tag: '@deep' }, async ({
  editor,
  page,
  allowConsole,
}) => {
  // The images of the documents do not exist.
  allowConsole(/Failed to load resource|ERR_/);
  test.setTimeout(120_000);
  for (const html of fc.sample(documentTrees, { numRuns: 25, seed: 5 })) {
    await editor.open(html);
    const before = await page.evaluate(() => window.editorPage.written());
    await page.getByRole('button', { name: 'Markdown' }).click();
    const source = page.getByRole('textbox', { name: 'Markdown source' });
    // A change to the text and back makes the editor read it again.
    await source.press('Control+End');
    await source.press('Enter');
    await page.getByRole('button', { name: 'Markdown' }).click();
    const after = await page.evaluate(() => window.editorPage.written());
    expect(after, html).toBe(before);
    await page.evaluate(() => localStorage.clear());
  }
});

test('changes in one source view are in the other', { tag: '@deep' }, async ({ editor, page }) => {
  await editor.open('<p>a</p>');
  await page.getByRole('button', { name: 'HTML' }).click();
  await page.getByRole('textbox', { name: 'HTML source' }).fill('<p>a <em>b</em></p>');
  await page.getByRole('button', { name: 'Markdown' }).click();
  const source = page.getByRole('textbox', { name: 'Markdown source' });
  await expect(source).toHaveValue('a *b*\n');
  await source.fill('a *b*\n\n> c');
  await page.getByRole('button', { name: 'HTML' }).click();
  await expect(page.getByRole('textbox', { name: 'HTML source' })).toHaveValue(
    '<p>a <em>b</em></p>\n<blockquote>\n  <p>c</p>\n</blockquote>',
  );
  await page.getByRole('button', { name: 'HTML' }).click();
  expect(await editor.html()).toBe('<p>a <em>b</em></p><blockquote><p>c</p></blockquote>');
});

test('text that is no complete Markdown or HTML is not lost', { tag: '@deep' }, async ({ editor, page }) => {
  for (const text of [
    '```\nopen',
    '<!-- open',
    'the <title> of it',
    '**open',
    '[a](',
    '---\ntitle: A\n---',
    '[^1]: a note',
  ]) {
    await editor.open('<p>before</p>');
    await page.getByRole('button', { name: 'Markdown' }).click();
    await page.getByRole('textbox', { name: 'Markdown source' }).fill(`${text}\n\nlast words`);
    await page.getByRole('button', { name: 'Markdown' }).click();
    const kept = await editor.text.innerText();
    expect(kept, text).toContain('last words');
    expect(kept, text).toContain(/[a-z]+(?: [a-z]+)*/i.exec(text)?.[0] ?? '');
  }
});

test('the block under the cursor stays the same between the views', { tag: '@deep' }, async ({
  editor,
  page,
}) => {
  const paragraphs = Array.from({ length: 80 }, (_, index) => `<p>Paragraph ${index} of many.</p>`);
  await editor.open(paragraphs.join(''));
  await editor.cursorAfter('Paragraph 60');
  await page.getByRole('button', { name: 'Markdown' }).click();
  const source = page.getByRole('textbox', { name: 'Markdown source' });
  const lineAtCursor = () =>
    source.evaluate((field) => {
      const { value, selectionStart } = field as HTMLTextAreaElement;
      return value.slice(value.lastIndexOf('\n', selectionStart - 1) + 1).split('\n', 1)[0];
    });
  await expect.poll(lineAtCursor).toBe('Paragraph 60 of many.');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.type('Here: ');
  await page.getByRole('button', { name: 'HTML' }).click();
  const html = page.getByRole('textbox', { name: 'HTML source' });
  await expect(html).toBeFocused();
  await page.keyboard.type('X');
  await expect(html).toHaveValue(/X<p>Here: Paragraph 59 of many\.<\/p>/);
  await page.keyboard.press('Backspace');
  await page.getByRole('button', { name: 'HTML' }).click();
  await editor.text.focus();
  // ProseMirror puts its selection into the document a moment after the focus.
  const atCursor = () => page.evaluate(() => getSelection()?.anchorNode?.textContent);
  await expect.poll(atCursor).toBe('Here: Paragraph 59 of many.');
  await page.keyboard.type('!');
  expect(await editor.html()).toContain('<p>!Here: Paragraph 59 of many.</p>');
});

test('the view is remembered in this browser and leaves the focus alone', { tag: '@deep' }, async ({
  editor,
  page,
}) => {
  await editor.open('<p>a</p>');
  await page.getByRole('button', { name: 'Markdown' }).click();
  await expect(page.getByRole('textbox', { name: 'Markdown source' })).toBeVisible();
  await page.reload();
  await page.evaluate(() => window.editorPage.open('<p><em>b</em></p>'));
  const source = page.getByRole('textbox', { name: 'Markdown source' });
  await expect(source).toHaveValue('*b*\n');
  await expect(source).not.toBeFocused();
  await page.getByRole('button', { name: 'Markdown' }).click();
  await page.evaluate(() => window.editorPage.open('<p>c</p>'));
  await expect(editor.text).toBeVisible();
  await expect(source).toHaveCount(0);
});

test('a view that cannot be loaded says so, and pasted Markdown stays text', { tag: '@deep' }, async ({
  editor,
  page,
  allowConsole,
}) => {
  allowConsole(/Failed to (?:load|fetch)|ERR_FAILED/);
  await page.route(/\/assets\/.*\.js/, (route) => route.abort());
  await editor.open('');
  await page.getByRole('button', { name: 'Markdown' }).click();
  await expect(page.getByText('The Markdown view could not be loaded.')).toBeVisible();
  await editor.text.focus();
  await editor.paste({ 'text/plain': '- **a**\n- b' });
  expect(await editor.html()).toBe('<p>- **a**</p><p>- b</p>');
});

test('the Markdown view has no accessibility problems', { tag: '@deep' }, async ({ editor, page }) => {
  await editor.open(post);
  await page.getByRole('button', { name: 'Markdown' }).click();
  await expect(page.getByRole('textbox', { name: 'Markdown source' })).toBeVisible();
  await expectAccessible(page);
});
