import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostileMarkup } from '../../../tests/support/markup-grammar.ts';
import { excerpt } from './excerpt.ts';
import { parse, write } from './parse.ts';
import { sanitize } from './sanitize.ts';
import { plainText } from './text.ts';
import { textContent } from './tree.ts';

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');

describe('excerpt', () => {
  test.each([
    '<p>short</p>',
    '<figure><img src="/a.png" alt="alone"></figure>',
    '<h2>Title</h2>\n<ul><li>a</li></ul><p></p>',
    '',
  ])('keeps a short post whole: %s', (html) => {
    expect(excerpt(html)).toEqual({ html, truncated: false });
  });

  test.each([
    ['at a word, with an ellipsis', '<p>one two three four</p>', 14, '<p>one two three…</p>'],
    [
      'inside marks',
      '<p>one <strong>two <em>three four</em></strong> five</p>',
      13,
      '<p>one <strong>two <em>three…</em></strong></p>',
    ],
    ['before a mark', '<p>one two <strong>threefour</strong></p>', 10, '<p>one two…</p>'],
    [
      'inside a list',
      '<ul><li><p>one</p></li><li><p>two three</p></li><li>four</li></ul>',
      7,
      '<ul><li><p>one</p></li><li><p>two…</p></li></ul>',
    ],
    ['a word that is too long', `<p>${'a'.repeat(100)}</p>`, 70, `<p>${'a'.repeat(70)}…</p>`],
    ['text without spaces', `<p>${'漢字'.repeat(50)}</p>`, 61, `<p>${'漢字'.repeat(30)}…</p>`],
    ['between joined characters', `<p>${'👩‍👩‍👧'.repeat(30)}</p>`, 83, `<p>${'👩‍👩‍👧'.repeat(16)}…</p>`],
    ['between combined characters', `<p>${'e\u0301'.repeat(60)}</p>`, 81, `<p>${'e\u0301'.repeat(40)}…</p>`],
    ['without images', '<p><img src="/a.png"></p><p>one two three</p>', 8, '<p>one two…</p>'],
  ])('cuts %s', (_name, html, limit, cut) => {
    expect(excerpt(html, limit)).toEqual({ html: cut, truncated: true });
  });

  test.each([
    [
      'beside text',
      '<p>a <img src="/a.png"></p><p><a href="/b"><img src="/b.png"></a></p><hr><p>b</p>',
      '<p>a </p><p>b</p>',
    ],
    [
      'beside a list',
      '<pre><code>x</code></pre><ul><li><p>a</p></li></ul><table><tr><td>1</td></tr></table>',
      '<ul><li><p>a</p></li></ul>',
    ],
    ['that a heading announces', '<p>a</p><h2>Code</h2><pre><code>x</code></pre>', '<p>a</p>'],
    ['that have all of the text', '<pre><code>let x;\nlet y;</code></pre><hr>', '<p>let x; let y;</p>'],
    [
      'with a caption',
      '<figure><img src="/a.png"><figcaption>The sea</figcaption></figure>',
      '<p>The sea</p>',
    ],
    [
      'of embedded pages',
      '<figure class="embed"><a href="https://example.org/"><span class="embed-title">Film</span><span>example.org</span></a></figure>',
      '<p>Film</p>',
    ],
  ])('leaves out blocks %s', (_name, html, cut) => {
    expect(excerpt(html)).toEqual({ html: cut, truncated: true });
  });

  test('ends after a block rather than after a few words of the next', () => {
    const first = `<p>${words(80)}</p>`;
    expect(excerpt(`${first}<p>${words(80)}</p>`, 600)).toEqual({ html: first, truncated: true });
  });

  test('never ends in a heading, a rule or an empty paragraph', () => {
    const first = `<p>${words(80)}</p>`;
    expect(excerpt(`${first}<hr><p></p><h2>Next</h2><p>${words(80)}</p>`, 600).html).toBe(first);
  });

  test('removes ids from headings, because cards share a page', () => {
    expect(excerpt('<h2 id="h-a">a</h2>').html).toBe('<h2>a</h2>');
  });

  test('removes the alignment of blocks, but no colors', () => {
    const text = '<span style="color: red;">a</span>';
    expect(excerpt(`<p style="text-align: center;">${text}</p>`).html).toBe(`<p>${text}</p>`);
  });

  test('is close to the limit, balanced and a prefix of the post', () => {
    const block = fc
      .tuple(fc.constantFrom('p', 'h2', 'blockquote'), fc.integer({ min: 1, max: 120 }))
      .map(([name, count]) => `<${name}>${words(count)}</${name}>`);
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 12 }), (blocks) => {
        const html = blocks.join('');
        const { html: cut, truncated } = excerpt(html);
        const length = textContent(parse(html)).length;
        expect(truncated).toBe(length > 600);
        expect(write(parse(cut))).toBe(cut);
        expect(plainText(html).startsWith(plainText(cut).replace(/…$/, ''))).toBe(true);
        const cutLength = textContent(parse(cut)).length;
        expect(cutLength).toBeLessThanOrEqual(601);
        if (truncated && !html.includes('<h2>')) expect(cutLength).toBeGreaterThan(500);
      }),
    );
  });

  test('is sanitized HTML for any post', () => {
    fc.assert(
      fc.property(hostileMarkup, fc.integer({ min: 1, max: 40 }), (markup, limit) => {
        const { html, truncated } = excerpt(sanitize(markup), limit);
        expect(sanitize(html)).toBe(html);
        if (truncated) expect(html).not.toMatch(/<(p|h\d|li|ul|strong|em|a|blockquote)(?: [^>]*)?><\/\1>$/);
      }),
      { numRuns: 500 },
    );
  });
});
