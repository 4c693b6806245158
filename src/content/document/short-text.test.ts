import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hostileMarkup } from '../../../tests/support/markup-grammar.ts';
import { xssCorpus } from '../../../tests/support/xss-corpus.ts';
import { parse } from './parse.ts';
import { sanitizeShortText, shortTextLength } from './short-text.ts';
import { elements } from './tree.ts';
import { linkUrl } from './url.ts';

test.each([
  ['<p>A <strong>b</strong> <em>c</em></p>', '<p>A <strong>b</strong> <em>c</em></p>'],
  ['<ul><li><p>one</p></li></ul>', '<ul><li><p>one</p></li></ul>'],
  ['<ol start="3"><li>one</li></ol>', '<ol start="3"><li>one</li></ol>'],
  ['<p>a<br>b</p>', '<p>a<br>b</p>'],
  ['<p><a href="https://example.org/a b">x</a></p>', '<p><a href="https://example.org/a%20b">x</a></p>'],
  ['<p><a href="/about" title="t">x</a></p>', '<p><a href="/about" title="t">x</a></p>'],
  ['<a href="mailto:me@example.org">x</a>', '<p><a href="mailto:me@example.org">x</a></p>'],
  [
    '<a href="https://example.org/" target="_blank">x</a>',
    '<p><a href="https://example.org/" target="_blank" rel="noopener">x</a></p>',
  ],
])('keeps what is allowed: %s', (html, expected) => {
  expect(sanitizeShortText(html)).toBe(expected);
});

test.each([
  ['text', '<p>text</p>'],
  ['<h2>Title</h2><p>text</p>', '<p>Title</p><p>text</p>'],
  ['<blockquote><p>a</p><p>b</p></blockquote>', '<p>a</p><p>b</p>'],
  ['<table><tr><td>a</td><td>b</td></tr></table>', '<p>a</p><p>b</p>'],
  ['<pre><code>let a</code></pre>', '<p>let a</p>'],
  ['<p style="text-align: center"><u>a</u><code>b</code></p>', '<p>ab</p>'],
  ['<p><span style="color: red">a</span></p>', '<p>a</p>'],
  ['<p>a<img src="/images/a.webp" alt="b">c</p>', '<p>ac</p>'],
  ['<figure><img src="/images/a.webp"><figcaption>b</figcaption></figure>', '<p>b</p>'],
  ['<ul class="tasks"><li class="done">a</li></ul>', '<ul><li>a</li></ul>'],
  ['<aside class="callout note"><p>a</p></aside>', '<p>a</p>'],
  ['<p>a</p><hr><p>b</p>', '<p>a</p><p>b</p>'],
  ['<details><summary>a</summary><p>b</p></details>', '<p>a</p><p>b</p>'],
])('reduces other blocks to their text: %s', (html, expected) => {
  expect(sanitizeShortText(html)).toBe(expected);
});

test.each([
  '',
  '   ',
  '<p></p>',
  '<p> </p><ul><li></li></ul>',
  '<script>alert(1)</script>',
  '<p><strong></strong></p>',
  '<p>&nbsp;<br></p>',
])('an empty text is empty: %s', (html) => {
  expect(sanitizeShortText(html)).toBe('');
});

test.each(['javascript:alert(1)', 'data:text/html,x', '#author', 'vbscript:x', 'ftp://example.org/'])(
  'a link to %s becomes its text',
  (href) => {
    expect(sanitizeShortText(`<p><a href="${href}">x</a></p>`)).toBe('<p>x</p>');
  },
);

const names = new Set('p ul ol li br strong em a'.split(' '));
const attributes = new Set(['href', 'title', 'target', 'rel', 'start']);

function expectSafe(html: string): void {
  const result = sanitizeShortText(html);
  for (const node of elements(parse(result))) {
    expect(names).toContain(node.tagName);
    for (const { name, value } of node.attrs) {
      expect(attributes).toContain(name);
      if (name === 'href') expect(linkUrl(value)).toBe(value);
    }
  }
  expect(sanitizeShortText(result), 'sanitizing again changes nothing').toBe(result);
}

test('nothing else gets through, whatever is sent', () => {
  for (const html of xssCorpus) expectSafe(html);
  fc.assert(fc.property(hostileMarkup, expectSafe), { numRuns: 300 });
});

test('the length counts characters as readers see them', () => {
  expect(shortTextLength('<p>a&amp;b</p><p>👍🏽 <strong>c</strong></p>')).toBe('a&b\n'.length + 2 + 2);
  expect(shortTextLength(`<p>${' '.repeat(15_000)}a</p>`)).toBe(1);
});
