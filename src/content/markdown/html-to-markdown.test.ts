import { expect, test } from 'vitest';
import { htmlToPortableMarkdown, htmlToReadableMarkdown } from './html-to-markdown.ts';

test.each([
  ['<ol><li>one</li><li>two</li></ol>', '1. one\n2. two\n'],
  ['<ul><li>one <strong>bold</strong><ul><li>below</li></ul></li></ul>', '- one **bold**\n  - below\n'],
  ['<blockquote>said</blockquote>', '> said\n'],
  ['<ul><li><p>one</p></li></ul>', '- one\n'],
])('%s is readable Markdown', (html, markdown) => {
  expect(htmlToReadableMarkdown(html)).toBe(markdown);
  expect(htmlToPortableMarkdown(html, /\{\{/)).toBe(markdown);
});
