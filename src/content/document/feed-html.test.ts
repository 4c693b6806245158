import { expect, test } from 'vitest';
import { feedHtml } from './feed-html.ts';

const base = 'https://example.org/post/hello';

test.each([
  ['<a href="/tag/x">a</a>', '<a href="https://example.org/tag/x">a</a>'],
  ['<a href="#part">a</a>', '<a href="https://example.org/post/hello#part">a</a>'],
  ['<a href="http://example.com/x">a</a>', '<a href="http://example.com/x">a</a>'],
  ['<a href="mailto:me@example.org">a</a>', '<a href="mailto:me@example.org">a</a>'],
  ['<a href="tel:112">a</a>', '<a href="tel:112">a</a>'],
  ['<img src="/images/a.webp" alt="">', '<img src="https://example.org/images/a.webp" alt="">'],
  [
    '<img src="/a.webp" srcset="/s.webp 320w, /a,b.webp 1200w, https://cdn.example.org/c.webp 2x">',
    '<img src="https://example.org/a.webp" srcset="https://example.org/s.webp 320w, https://example.org/a,b.webp 1200w, https://cdn.example.org/c.webp 2x">',
  ],
  ['<p>no URL &amp; nothing</p>', '<p>no URL &amp; nothing</p>'],
])('%s', (html, expected) => {
  expect(feedHtml(html, base)).toBe(expected);
});
