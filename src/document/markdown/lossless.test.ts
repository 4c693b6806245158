import fc from 'fast-check';
import { expect, test } from 'vitest';
import { documentTrees } from '../../../tests/support/document-trees.ts';
import { sanitize } from '../sanitize.ts';
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
