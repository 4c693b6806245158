import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { sanitize } from '../document/sanitize.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';
import { markdownToHtml } from './to-html.ts';

const folder = path.join(import.meta.dirname, 'samples');
const samples = readdirSync(folder);

/** The samples are written as an author would write them, with HTML only where Markdown has no notation. */
describe.each(samples)('%s', (file) => {
  const markdown = readFileSync(path.join(folder, file), 'utf8');
  const html = sanitize(markdownToHtml(markdown).html);

  test('is written exactly as its author wrote it', () => {
    expect(htmlToMarkdown(html)).toBe(markdown);
  });

  test('is in the one spelling before it is sanitized', () => {
    expect(markdownToHtml(markdown).html).toBe(html);
  });
});

test('the samples hold every notation', () => {
  const html = samples
    .map((file) => sanitize(markdownToHtml(readFileSync(path.join(folder, file), 'utf8')).html))
    .join('');
  const notations = [
    ...['<h1>', '<h2>', '<h3>', '<h4>', '<strong>', '<em>', '<strong><em>', '<s>', '<code>', '<br>', '<hr>'],
    ...[
      '<blockquote><p>',
      '<ul><li>',
      '<ol><li>',
      '<ul class="tasks"><li class="done">',
      '<dl><dt>',
      '<pre><code>',
    ],
    ...[
      '<pre><code class="language-sql">',
      '<table><thead>',
      '<td style="text-align: right;">',
      '<details><summary>',
    ],
    ...[
      '<aside class="callout note">',
      '<aside class="callout warning">',
      '<div class="math">',
      '<span class="math">',
    ],
    ...[
      '<span class="footnote">',
      '<nav class="toc">',
      '<a href="https://example.org/bus">',
      '<img src="/images/boats.webp"',
    ],
    ...['<figure><img', '<div class="gallery">', '<figure class="embed">', '<caption>', '<p style='],
  ];
  for (const notation of notations) expect(html).toContain(notation);
});
