import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuMs } from '../../../tests/support/cpu.ts';
import { documentTrees } from '../../../tests/support/document-trees.ts';
import { sanitize } from '../document/sanitize.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';
import { markdownToHtml } from './to-html.ts';

const count = Number(process.env.TREES ?? 500);

test('every document survives as Markdown', { timeout: 60_000 + count * 50 }, () => {
  const roundTrip = (html: string) => sanitize(markdownToHtml(htmlToMarkdown(html)).html, () => true);
  fc.assert(
    fc.property(documentTrees, (html) => {
      expect(roundTrip(html)).toBe(html);
    }),
    { numRuns: count, seed: 7 },
  );
});

/** Posts that older versions stored, and what no post should hold, are written as HTML where nothing else is exact. */
test.each([
  'text without a block',
  '<a href="https://example.org">a link without a block</a>',
  '<img src="/images/a.webp" alt="">',
  '<br>',
  '<div class="columns"><div><p>a</p><ul><li><p>b</p></li></ul></div><div><p></p></div></div>',
  '<p>a\nb</p>',
  '<p> a </p>',
  '<ul><li>a</li></ul>',
  '<pre><code>a\n\n\n</code></pre>',
  '<table><tbody><tr><td><pre><code>a\n\n  \nb</code></pre></td></tr></tbody></table>',
  '<p><img title="a\n\nb" src="/images/a.webp"></p>',
  '<p><a href="/a&amp;copy;b" title="&amp;copy; &quot;">x</a> AT&amp;T &amp;copy; &amp;#35;</p>',
])('%j survives', (html) => {
  for (const document of [html, `<p>before</p>${html}<p>after</p>`])
    expect(markdownToHtml(htmlToMarkdown(document)).html.replaceAll('&#10;', '\n')).toBe(document);
});

test('white space between blocks is not written', () => {
  expect(htmlToMarkdown('<p>a</p>\n<ul>\n  <li><p>b</p></li>\n</ul>\n')).toBe('a\n\n- b\n');
});

test('blocks that depend on their neighbors are distinguished', () => {
  const lists =
    '<ul><li><p>a</p></li></ul><ul><li><p>b</p></li></ul><ul class="tasks"><li><p>c</p></li></ul>';
  expect(htmlToMarkdown(lists)).toBe('- a\n\n* b\n\n- [ ] c\n');
  expect(htmlToMarkdown('<dl><dt>a</dt><dd><p>b</p></dd></dl>'.repeat(2))).toBe(
    'a\n: b\n\n<!-- -->\n\na\n: b\n',
  );
  expect(htmlToMarkdown('<hr><p>title: a</p><hr>')).toBe('***\n\ntitle: a\n\n---\n');
  expect(htmlToMarkdown('<p>a</p><p>: b</p><p>[^1]: c</p>')).toBe('a\n\n\\: b\n\n\\[^1]: c\n');
});

test('long posts and hostile ones take time in proportion to their length', () => {
  const words = 'lorem ipsum <strong>dolor</strong> sit_amet and <a href="/x">a link</a> '.repeat(20).trim();
  const post = (paragraphs: number) => `<h2>Part</h2><p>${words}</p>`.repeat(paragraphs);
  const odd = (sign: string) => (count: number) => `<p>${sign.repeat(count * 100)}</p>`;
  const signs = ['*', '_', '[', '![', '`', '\\', '$a ', '&amp;', '&lt;a', '[a](b) ', '~~', '1. ', '&nbsp;'];
  const lists = (count: number) => '<ul><li><p>[a](b)*</p></li></ul>'.repeat(count * 10);
  for (const make of [post, ...signs.map(odd), lists]) {
    const costs = [20, 20, 80].map((count) => {
      const begin = cpuMs();
      htmlToMarkdown(make(count));
      return cpuMs() - begin;
    });
    expect(costs[2], make(1).slice(0, 30)).toBeLessThan(Math.max(500, 8 * (costs[1] ?? 0)));
  }
});
