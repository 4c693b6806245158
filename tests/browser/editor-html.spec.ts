import { sanitize } from '../../src/content/document/sanitize.ts';
import { expect, test } from './editor-page/fixtures.ts';
import { meaning } from './editor-page/meaning.ts';

const everything =
  '<a href="https://example.org"><strong><em><u><s><code>all</code></s></u></em></strong></a>';

const snippets: Record<string, string> = {
  'plain paragraphs': '<p>One</p><p></p><p>Three</p>',
  headings: '<h1>1</h1><h2>2</h2><h3>3</h3><h4>4</h4><h5>5</h5><h6>6</h6>',
  'aligned paragraphs':
    '<p style="text-align: center;">c</p><p style="text-align: right;">r</p><p style="text-align: justify;">j</p><p>l</p>',
  'aligned headings': '<h2 style="text-align: center;">c</h2><h6 style="text-align: right;">r</h6>',
  'alignment as an attribute': '<p align="center">c</p><h3 align="RIGHT">r</h3><p align="left">l</p>',
  quotes:
    '<blockquote><p>a</p><p>b</p></blockquote><blockquote><blockquote><p>deep</p></blockquote></blockquote>',
  'a rule': '<p>a</p><hr><p>b</p><hr>',
  code: '<pre><code>if (a &lt; b) {\n\treturn  1;\n}\n\n</code></pre><p>after</p>',
  'code with a language': '<pre><code class="language-typescript">const a = 1;</code></pre>',
  'code that begins with a line break': '<pre><code>\n\nsecond line</code></pre>',
  lists: '<ul><li><p>a</p><ul><li><p>b</p><ol><li><p>c</p></li></ol></li></ul></li><li><p>d</p></li></ul>',
  'a list that starts at 3': '<ol start="3"><li><p>c</p></li><li><p>d</p></li></ol>',
  'a list that starts at 0': '<ol start="0"><li><p>c</p></li></ol>',
  'items with several blocks':
    '<ul><li><p>a</p><blockquote><p>q</p></blockquote><pre><code>x</code></pre></li><li><h3>first</h3><p>b</p></li></ul>',
  'items without paragraphs': '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>',
  'an item that begins with a list': '<ul><li><ul><li><p>deep</p></li></ul></li></ul>',
  'line breaks': '<p>a<br>b<br><br>c</p>',
  'a image': '<p>a<img src="/images/a.png" alt="An A" title="T" width="123px">b</p>',
  'a image without attributes': '<p><img src="/images/c.png"></p>',
  'a image with an empty alt': '<p><img src="/images/a.png" alt=""></p>',
  'a width without a unit': '<p><img src="/images/a.png" width="123"></p>',
  'a image in a link':
    '<p><a href="https://example.org" target="_blank" rel="noopener"><img src="/images/a.png" alt="x"></a></p>',
  'a image in a heading and in a list':
    '<h2>a <img src="/images/a.png"></h2><ul><li><p><img src="/images/a.png"></p></li></ul>',
  'images without a paragraph': '<img src="/images/a.png"><img src="/images/b.png">',
  'links of each kind':
    '<p><a href="https://example.org" title="T" target="_blank" rel="noopener">new</a> <a href="/post/x">none</a> ' +
    '<a href="/x" target="_self">self</a> <a href="#part">anchor</a> <a href="mailto:me@example.org">mail</a> <a href="tel:+4930">call</a></p>',
  'a link with relations': '<p><a href="https://example.org" rel="nofollow me">x</a></p>',
  'marks one by one': '<p><strong>a</strong> <em>b</em> <u>c</u> <s>d</s> <code>e</code></p>',
  'all marks at once': `<p>${everything}</p>`,
  'code with each other mark':
    '<p><code><strong>a</strong></code><strong><code>b</code></strong><code><a href="/x">c</a></code><code><span style="color: red;">d</span></code></p>',
  'text color':
    '<p>a <span style="color: #b60205;">b</span> <span style="color: rgb(0, 82, 204);">c</span></p>',
  'background color': '<p><span style="background-color: #fef2c0;">a</span></p>',
  'nested colors':
    '<p><span style="color: #b60205;">a<span style="background-color: #fef2c0;">b<span style="color: #0052cc;">c</span></span></span></p>',
  'both colors on one element': '<p><span style="color: red; background-color: yellow;">a</span></p>',
  'colors over other marks':
    '<p><span style="color: red;"><strong>a<em>b</em></strong></span><em><span style="color: red;">c</span></em></p>',
  'marks across words': '<p><strong>bold</strong>\n<em>italic</em> and <u>a</u>\n<u>b</u></p>',
  'a table':
    '<table><thead><tr><th>h</th><th style="text-align: right;">r</th></tr></thead><tbody><tr><td colspan="2">d <strong>b</strong></td></tr></tbody></table>',
  'a table with blocks':
    '<table><tbody><tr><td><p>a</p><p>b</p></td><td><ul><li><p>c</p></li></ul></td></tr></tbody></table>',
  characters: '<p>&lt;b&gt; &amp;amp; "q" a&nbsp;b 👩‍👩‍👧 é שלום العربية 日本語</p>',
  'text without markup': 'just text',
  'lines between blocks': '<p>one</p>\n<p>two</p>\n\n<ul>\n  <li>a</li>\n</ul>\n',
};

test('HTML of older editors survives opening and saving', { tag: '@deep' }, async ({ editor }) => {
  for (const [name, html] of Object.entries(snippets)) {
    await editor.open(html);
    const written = await editor.html();
    expect.soft(meaning(sanitize(written)), name).toEqual(meaning(sanitize(html)));
    expect.soft(sanitize(written), `${name}: the server keeps what the editor writes`).toBe(written);
    await editor.open(written);
    expect.soft(await editor.html(), `${name}: opening and saving again changes nothing`).toBe(written);
  }
});

test('opening reports no change, and an empty document is an empty string', { tag: '@deep' }, async ({
  editor,
  page,
}) => {
  await editor.open('<p align=center>a</p>');
  expect(await page.evaluate(() => window.editorPage.changes)).toEqual([]);
  await editor.open('');
  expect(await editor.html()).toBe('');
  await editor.text.focus();
  await page.keyboard.type('a');
  expect(await editor.html()).toBe('<p>a</p>');
  await page.keyboard.press('Backspace');
  expect(await editor.html()).toBe('');
});

test('URLs that are not allowed are removed', { tag: '@deep' }, async ({ editor }) => {
  await editor.open(
    '<p><a href="javascript:alert(1)">a</a><img src="javascript:alert(1)"><img src="data:image/png;base64,AA">' +
      '<a href="//example.org/x">b</a><span style="color: var(--x)">c</span></p>',
  );
  expect(await editor.html()).toBe('<p>a<a href="https://example.org/x">b</a>c</p>');
});

test('the placeholder is visible only in an empty document', { tag: '@deep' }, async ({ editor, page }) => {
  const shown = () =>
    editor.text.evaluate((element) => {
      const first = element.querySelector('.editor-blank');
      return first ? getComputedStyle(first, '::before').content : 'none';
    });
  await editor.open('');
  expect(await shown()).toBe('"Type here...this will work"');
  await editor.text.focus();
  await page.keyboard.type('a');
  expect(await shown()).toBe('none');
});

test('words and reading time are counted', { tag: '@deep' }, async ({ editor, page }) => {
  await editor.open(`<p>${'word '.repeat(440)}</p>`);
  await expect(page.getByText('440 words · 2 min read')).toBeVisible();
  await editor.open('<p>one</p><p>two 今日は世界</p>');
  await expect(page.getByText(/^[4-6] words · 1 min read$/)).toBeVisible();
  await editor.open('');
  await expect(page.getByText('0 words · 0 min read')).toBeVisible();
});

test('the HTML view follows the same schema, and its changes are one undo step', async ({
  editor,
  page,
  allowConsole,
}) => {
  // Some versions of Chromium log that a script was blocked, although the inert document would not run it either.
  allowConsole(/inline event handler violates/);
  await editor.open('<p>a</p><ul><li><p>b</p></li></ul><pre><code>x\n  y</code></pre>');
  await page.getByRole('button', { name: 'HTML' }).click();
  const source = page.getByRole('textbox', { name: 'HTML source' });
  await expect(source).toBeFocused();
  await expect(source).toHaveValue(
    '<p>a</p>\n<ul>\n  <li>\n    <p>b</p>\n  </li>\n</ul>\n<pre><code>x\n  y</code></pre>',
  );
  await expect(editor.button('Bold')).toBeDisabled();
  await source.fill(
    '<p>a</p><p onclick="alert(1)"><b>new</b><script>alert(1)</script></p><iframe src="/"></iframe>',
  );
  await expect
    .poll(() => page.evaluate(() => window.editorPage.changes.at(-1)))
    .toBe('<p>a</p><p><strong>new</strong></p>');
  await page.getByRole('button', { name: 'HTML' }).click();
  expect(await editor.html()).toBe('<p>a</p><p><strong>new</strong></p>');
  await editor.text.focus();
  await page.keyboard.press('Control+z');
  expect(await editor.html()).toBe('<p>a</p><ul><li><p>b</p></li></ul><pre><code>x\n  y</code></pre>');
});
