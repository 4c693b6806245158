import fc from 'fast-check';
import { expect, test } from 'vitest';
import { documentTrees } from '../../../tests/support/document-trees.ts';
import { sanitize } from './sanitize.ts';

test('documents of the format are stored as they are', () => {
  fc.assert(
    fc.property(documentTrees, (html) => {
      expect(sanitize(html)).toBe(html);
    }),
    { numRuns: 1000 },
  );
});
