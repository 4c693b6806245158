import fc from 'fast-check';
import { documentTrees } from '../support/document-trees.ts';
import { expect, test } from './editor-page/fixtures.ts';

/** Documents in their stored form: opening and saving them changes nothing. */
const documents: Record<string, string> = {
  'both colors on one element':
    '<p><span style="color: #b60205; background-color: #fef2c0;">a</span><span style="color: red;">b</span></p>',
  'nested marks':
    '<p><a href="/x"><span style="color: red;"><strong>a<em>b<u>c<s>d<mark>e<sup>f</sup></mark></s></u></em></strong></span></a></p>',
  'further marks':
    '<p>H<sub>2</sub>O, x<sup>2</sup>, <mark>seen</mark>, <kbd>Ctrl</kbd>, <cite>Walden</cite>, <abbr title="HyperText">HTML</abbr><abbr title="a"><cite><kbd><code>x</code></kbd></cite></abbr></p>',
  'aligned text': '<p style="text-align: center;">a</p><h2 style="text-align: right;">b</h2>',
  tasks:
    '<ul class="tasks"><li><p>open</p></li><li class="done"><p>done</p><ul class="tasks"><li class="done"><p>below</p></li></ul><ul><li><p>plain</p></li></ul></li></ul>',
  definitions:
    '<dl><dt>Term <em>a</em></dt><dt>b</dt><dd><p>text</p><ul><li><p>x</p></li></ul></dd><dd><p></p></dd></dl>',
  figures:
    '<figure><img src="/images/a.png" alt="A" title="T" width="120px"><figcaption>A <strong>b</strong></figcaption></figure>' +
    '<figure><a href="/x" title="L" target="_blank" rel="noopener"><img src="/images/a.png"></a></figure>',
  columns:
    '<div class="columns"><div><p>a</p><ul><li><p>b</p></li></ul></div><div><p></p></div></div><p>c</p>',
  gallery:
    '<div class="gallery"><figure><img src="/images/a.png" alt=""></figure><figure><img src="/images/b.png"><figcaption>b</figcaption></figure></div>',
  'a table':
    '<table><caption>A &amp; b</caption><thead><tr><th>h</th><th style="text-align: right;">r</th></tr></thead><tbody><tr><td colspan="2">d <strong>b</strong></td></tr><tr><td rowspan="2"><p>a</p><p>b</p></td><td></td></tr><tr><td><p style="text-align: center;">c</p></td></tr></tbody><tfoot><tr><td>e</td><td><ul><li><p>f</p></li></ul></td></tr></tfoot></table>',
  details: '<details><summary>More <em>x</em></summary><p>a</p><hr></details>',
  callouts:
    '<aside class="callout note"><p>n</p></aside><aside class="callout warning"><p>w</p><ul><li><p>x</p></li></ul></aside>',
  'an embed':
    '<figure class="embed"><a href="https://example.org/v?a=1&amp;b=2">https://example.org/v?a=1&amp;b=2</a></figure>',
  media:
    '<figure class="media"><audio src="/media/a.mp3"></audio></figure><figure class="media"><video src="/media/b.mp4" width="640" height="360"></video><figcaption>A film</figcaption></figure>',
  formulas:
    '<div class="math">\\frac{a}{b} &lt; 1\n  + x</div><p>so <span class="math">a &amp;  b</span>.</p>',
  contents: '<nav class="toc"></nav><h2>a</h2>',
  footnotes:
    '<p>a<span class="footnote">see <em>b</em> <a href="/x">c</a></span> d<strong>e<span class="footnote">f <strong>g</strong></span></strong></p>',
  'code with a language': '<pre><code class="language-ts">let a  = 1;\n\tb &lt; c\n\n</code></pre>',
  spaces:
    '<p>&nbsp;a &nbsp; b&nbsp;</p><p>10&nbsp;km</p><p>a&nbsp;<br>&nbsp;b</p><p>&nbsp;</p><p>a <strong>&nbsp;b</strong></p>',
};

test('stored documents are written as they were read', { tag: '@deep' }, async ({ editor, allowConsole }) => {
  // The files do not exist.
  allowConsole(/media/);
  for (const [name, html] of Object.entries(documents)) {
    await editor.open(html);
    expect.soft(await editor.html(), name).toBe(html);
  }
});

test('3,000 random documents are written as they were read', { tag: '@deep' }, async ({ editor, page }) => {
  test.setTimeout(120_000);
  await editor.open('');
  // A blank document is stored as an empty string.
  const documents = fc.sample(documentTrees, 3000).filter((html) => html !== '<p></p>');
  const changed = await page.evaluate(
    (all) =>
      all
        .map((html) => ({ html, written: window.editorPage.rewritten(html) }))
        .filter(({ html, written }) => html !== written)
        .sort((a, b) => a.html.length - b.html.length)
        .slice(0, 5),
    documents,
  );
  for (const { html, written } of changed) expect.soft(written).toBe(html);
});
