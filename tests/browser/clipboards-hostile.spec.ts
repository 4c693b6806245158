import { expect, test } from './editor-page/fixtures.ts';

// Each ends long before the time limit of a test, or the cleaner takes more than linear time.
const paragraph = `<p style="color: rgb(31, 35, 40); font-family: sans-serif">Some <b>bold</b> words, ${'again and '.repeat(40)} again.</p>`;

const hostile: [name: string, html: () => string, expected: RegExp][] = [
  ['100,000 nested tags', () => `${'<div>'.repeat(100_000)}deep`, /^<p>deep<\/p>$/],
  ['100,000 nested inline tags', () => `${'<b><span style="color:red">'.repeat(50_000)}deep`, /deep/],
  ['100,000 nested lists', () => `${'<ul><li>'.repeat(50_000)}deep`, /deep/],
  [
    '15,000 blanks',
    () => `<p>a${' '.repeat(15_000)}b${'&nbsp;'.repeat(15_000)}</p>`,
    /^<p>a {1,15000}b<\/p>$/,
  ],
  ['15,000 line breaks', () => `a${'<br>'.repeat(15_000)}b`, /^<p>a<\/p><p>b<\/p>$/],
  [
    '10,000 code blocks',
    () => '<pre><code>x</code></pre>'.repeat(10_000),
    /^(?:<pre><code>x<\/code><\/pre>){10000}$/,
  ],
  [
    '10,000 monospace lines',
    () => `<div style="font-family:monospace">${'<div>a;</div>'.repeat(10_000)}</div>`,
    /^<pre><code>a;\n/,
  ],
  ['10,000 rows', () => `<table>${'<tr><td>a</td><td>1</td></tr>'.repeat(10_000)}</table>`, /<td>1<\/td>/],
  [
    '5 MB',
    () => paragraph.repeat(Math.ceil(5_000_000 / paragraph.length)),
    /^<p>Some <b>bold<\/b> words, again/,
  ],
  ['a long style', () => `<p style="${'a:b;'.repeat(100_000)}">text</p>`, /^<p>text<\/p>$/],
  [
    'a long style sheet',
    () => `<style>${'.a{color:red}'.repeat(30_000)}</style><p class="a">text</p>`,
    /^<p>text<\/p>$/,
  ],
];

for (const [name, html, expected] of hostile)
  test(`a clipboard with ${name} is cleaned`, { tag: '@deep' }, async ({ editor, page }) => {
    await editor.open('');
    const cleaned = await page.evaluate((clipboard) => window.editorPage.clean(clipboard), html());
    expect(expected.test(cleaned), cleaned.slice(0, 300)).toBe(true);
  });
