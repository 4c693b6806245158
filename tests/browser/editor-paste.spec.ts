import { readFileSync } from 'node:fs';
import { expect, test } from './editor-page/fixtures.ts';

const link = (href: string, text = href) => `<a href="${href}" target="_blank" rel="noopener">${text}</a>`;

test('a URL becomes a link anywhere in the text', async ({ editor }) => {
  for (const [text, html] of [
    ['https://example.org/a', `<p>x${link('https://example.org/a')}y</p>`],
    [
      'see https://example.org/a, and example.com!',
      `<p>xsee ${link('https://example.org/a')}, and ${link('https://example.com', 'example.com')}!y</p>`,
    ],
    [
      'one\nexample.org\nthree',
      `<p>xone</p><p>${link('https://example.org', 'example.org')}</p><p>threey</p>`,
    ],
    ...['version 1.2.3', 'notes.md', 'main.rs', '3.14', 'me@example.com', 'Node.js'].map(
      (plain) => [plain, `<p>x${plain}y</p>`] as const,
    ),
  ] as const) {
    await editor.open('<p>xy</p>');
    await editor.cursorAfter('x');
    await editor.paste({ 'text/plain': text });
    expect(await editor.html(), text).toBe(html);
  }
});

test('code from VS Code keeps its language', { tag: '@deep' }, async ({ editor }) => {
  await editor.open('<p></p>');
  await editor.text.focus();
  await editor.paste({
    'text/html':
      '<div style="font-family: monospace; white-space: pre;"><div>let a = 1;</div><div>b();</div></div>',
    'text/plain': 'let a = 1;\nb();',
    'vscode-editor-data': '{"version":1,"mode":"typescript"}',
  });
  expect(await editor.html()).toContain(
    '<pre><code class="language-typescript">let a = 1;\nb();</code></pre>',
  );
});

test('a URL is detected in the context of the text around it', { tag: '@deep' }, async ({ editor }) => {
  await editor.open('<p>me@ x</p>');
  await editor.cursorAfter('me@');
  await editor.paste({ 'text/plain': 'example.com' });
  expect(await editor.html()).toBe('<p>me@example.com x</p>');
});

test('a URL pasted over a selection links the selection', { tag: '@deep' }, async ({ editor }) => {
  await editor.open('<p>one <strong>two</strong></p><p>three</p>');
  await editor.select('twothree');
  await editor.paste({
    'text/plain': ' https://example.org ',
    'text/html': '<a href="https://example.org">https://example.org</a>',
  });
  const open = '<a href="https://example.org" target="_blank" rel="noopener">';
  expect(await editor.html()).toBe(`<p>one ${open}<strong>two</strong></a></p><p>${open}three</a></p>`);
  await editor.select('one');
  await editor.paste({ 'text/plain': 'not an address' });
  expect(await editor.html()).toBe(
    `<p>not an address ${open}<strong>two</strong></a></p><p>${open}three</a></p>`,
  );
});

test('inside code nothing is linked', { tag: '@deep' }, async ({ editor }) => {
  const address = 'https://example.org';
  await editor.open('<pre><code>ab</code></pre>');
  await editor.cursorAfter('a');
  await editor.paste({ 'text/plain': `${address}\n# b` });
  expect(await editor.html()).toBe(`<pre><code>a${address}\n# bb</code></pre>`);
  await editor.open('<p>x <code>ab</code></p>');
  await editor.cursorAfter('a');
  await editor.paste({ 'text/plain': address });
  expect(await editor.html()).toBe(`<p>x <code>a${address}b</code></p>`);
  await editor.open('<p>x <code>ab</code></p>');
  await editor.select('ab');
  await editor.paste({ 'text/plain': address });
  expect(await editor.html()).toBe(`<p>x ${address}</p>`);
  await editor.open('<p></p>');
  await editor.text.focus();
  await editor.paste({
    'text/html': `<p>a <code>${address}</code></p><pre>${address}</pre>`,
    'text/plain': 'a',
  });
  expect(await editor.html()).toBe(`<p>a <code>${address}</code></p><pre><code>${address}</code></pre>`);
});

const fixture = (name: string) => readFileSync(new URL(`./editor-page/${name}`, import.meta.url), 'utf8');

test('text from Word has real lists and no Word styles', async ({ editor }) => {
  await editor.open('');
  await editor.text.focus();
  await editor.paste({ 'text/html': fixture('word.txt'), 'text/plain': 'x', 'text/rtf': '{}' });
  expect(await editor.html()).toBe(
    '<h1>Report</h1><p>Plain and <strong>bold</strong> and <em>slanted</em>, <span style="color: rgb(192, 0, 0);">red</span>.</p>' +
      '<ul><li><p>First</p><ul><li><p>Inner</p></li></ul></li><li><p>Second</p></li></ul>' +
      '<ol start="3"><li><p>Three</p></li><li><p>Four</p></li></ol><p>End</p>',
  );
});

test('text from Google Docs has no bold around the whole paste and no stray spans', { tag: '@deep' }, async ({
  editor,
}) => {
  await editor.open('');
  await editor.text.focus();
  await editor.paste({ 'text/html': fixture('google-docs.txt'), 'text/plain': 'x' });
  expect(await editor.html()).toBe(
    '<h2>Plans</h2><p>Normal, <strong>strong</strong>, <em>slanted</em> and <a href="https://example.org/">a link</a>.</p>' +
      '<ul><li><p>One</p><ul><li><p>Inner</p></li></ul></li><li><p>Two</p></li></ul><p>Last</p>',
  );
});

test('text copied from the editor is pasted unchanged', { tag: '@deep' }, async ({ editor, page }) => {
  const html =
    '<p>a <span style="color: rgb(51, 51, 51);"><strong>b</strong></span> <a href="/x">c</a></p><ul><li><p>d</p></li></ul>';
  await editor.open(html);
  await editor.text.focus();
  await page.keyboard.press('Control+a');
  const copied = await editor.text.evaluate((element) => {
    const clipboardData = new DataTransfer();
    element.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }));
    return Object.fromEntries(clipboardData.types.map((type) => [type, clipboardData.getData(type)]));
  });
  await editor.open('');
  await editor.text.focus();
  await editor.paste(copied);
  expect(await editor.html()).toBe(html);
});

test('Markdown is converted to rich text', async ({ editor }) => {
  await editor.open('');
  await editor.text.focus();
  await editor.paste({ 'text/plain': fixture('sample.md') });
  expect((await editor.html()).replace(/ target="_blank" rel="noopener"/g, '')).toBe(
    '<h1>Title</h1><p>Some <strong>bold</strong>, <em>slanted</em>, <s>gone</s> and <code>a*b*</code> text over two lines.<br>Broken here.</p>' +
      '<ul><li><p>one</p><ul><li><p>inner</p></li></ul></li><li><p>two</p></li></ul>' +
      '<ol start="3"><li><p>three</p></li><li><p>four</p></li></ol>' +
      '<blockquote><p>said <a href="https://example.org/a_(b)" title="T">someone</a></p></blockquote><hr>' +
      '<pre><code class="language-ts">const a = 1 &lt; 2;\n\n# no heading</code></pre>' +
      '<p><img src="/images/a.png" alt="An A"> and <a href="https://example.org">https://example.org</a></p>' +
      '<table><thead><tr><th>a</th><th style="text-align: right;">b</th></tr></thead><tbody><tr><td>1</td><td style="text-align: right;"><strong>2</strong></td></tr></tbody></table>' +
      '<h2>Second</h2><p>snake_case_name and 2 * 3 * 4</p>',
  );
});

test('text that only resembles Markdown stays text', { tag: '@deep' }, async ({ editor }) => {
  for (const text of [
    '# install\nnpm ci',
    'a * b * c',
    '2 ** 3',
    'snake_case and __init__.py',
    '- 5 degrees',
    'He said: > 3',
    '#hashtag',
    '1. only one',
    'f(a)[0](b)',
  ]) {
    await editor.open('');
    await editor.text.focus();
    await editor.paste({ 'text/plain': text });
    expect(await editor.html(), text).toBe(
      text
        .replaceAll('>', '&gt;')
        .split('\n')
        .map((line) => `<p>${line}</p>`)
        .join(''),
    );
  }
});

test('Markdown pasted as plain text stays text, and pasted into code too', { tag: '@deep' }, async ({
  context,
  editor,
  page,
}) => {
  await editor.open('');
  await editor.text.focus();
  // The browser pastes what the clipboard really has.
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => navigator.clipboard.writeText('- **a**\n- b'));
  await page.keyboard.press('Control+Shift+v');
  await expect.poll(editor.html).toBe('<p>- **a**</p><p>- b</p>');
  await editor.open('<pre><code>x</code></pre>');
  await editor.cursorAfter('x');
  await editor.paste({ 'text/plain': '- **a**\n- b' });
  expect(await editor.html()).toBe('<pre><code>x- **a**\n- b</code></pre>');
});
