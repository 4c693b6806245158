import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostileMarkup } from '../../../tests/support/markup-grammar.ts';
import { sanitize } from './sanitize.ts';
import { description, plainText } from './text.ts';

describe('plain text', () => {
  test.each([
    ['<p>One <strong>two</strong></p><p>three</p>', 'One two\nthree'],
    ['<p>a<br>b</p>', 'a\nb'],
    ['<p>in<em>side</em> a word</p>', 'inside a word'],
    ['<p>1 &lt; 2 &amp;&amp; 3&nbsp;&gt; 2</p>', '1 < 2 && 3 > 2'],
    ['<ul><li><p>a</p></li><li><p>b</p></li></ul>', 'a\nb'],
    ['<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>', 'a\nb'],
    ['<p>  a \n\t b  </p>\n\n<p></p><p>c</p>', 'a b\nc'],
    ['<p><img src="/a.png" alt="not text"></p>', ''],
    ['', ''],
  ])('%s', (html, text) => {
    expect(plainText(html)).toBe(text);
  });

  test('is the text that was escaped, without tags', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
        const folded = text.replace(/\0/g, '').replace(/\s+/g, ' ').trim();
        expect(plainText(`<p>${escaped}</p>`)).toBe(folded);
      }),
    );
  });
});

describe('description', () => {
  test.each([
    ['<h1>Title</h1><p>Text</p>', 160, 'Title Text'],
    ['<p>one two three four</p>', 18, 'one two three four'],
    ['<p>one two three four</p>', 17, 'one two three…'],
    ['<p>one two, three four</p>', 9, 'one two…'],
    ['<p>extraordinarily</p>', 6, 'extra…'],
    ['<p>👩‍👩‍👧👩‍👩‍👧</p>', 8, '👩‍👩‍👧…'],
    ['<p>これは夜行列車についての文章です。</p>', 9, 'これは夜行列車…'],
    ['<p></p>', 160, ''],
  ])('%s within %i', (html, limit, text) => {
    expect(description(html, limit)).toBe(text);
  });

  test('is one line, within the limit, and a prefix of the text', () => {
    fc.assert(
      fc.property(
        fc.oneof(hostileMarkup, fc.lorem({ maxCount: 60 })),
        fc.integer({ min: 2, max: 200 }),
        (html, limit) => {
          const clean = sanitize(html);
          const line = description(clean, limit);
          const whole = plainText(clean).replaceAll('\n', ' ');
          expect([...line].length).toBeLessThanOrEqual(limit);
          expect(line).not.toContain('\n');
          if (line !== whole) expect(whole.startsWith(line.slice(0, -1))).toBe(true);
        },
      ),
    );
  });
});
