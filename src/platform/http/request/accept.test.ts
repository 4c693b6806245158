import { expect, test } from 'vitest';
import { prefersHtml } from './accept.ts';

test.each([
  ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', true],
  ['text/html', true],
  ['TEXT/HTML; level=1', true],
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['application/rss+xml', false],
  ['application/rss+xml;q=0.9, text/html;q=0.8', false],
  ['application/rss+xml;q=0.1, text/html', true],
  ['application/atom+xml, application/rss+xml, application/xml;q=0.9, */*;q=0.1', false],
  ['application/xml, text/html;q=0.5', false],
  ['text/xml, text/html', false],
  ['text/html;q=0, */*', false],
  ['text/html;q=nonsense', false],
  [',,;;q', false],
])('Accept %s: %s', (accept, html) => expect(prefersHtml(accept)).toBe(html));
