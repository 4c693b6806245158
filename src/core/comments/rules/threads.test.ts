import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commentsPage, threadsPage } from '../../../platform/http/api/limits.ts';
import { isMention, pagesOf, type Threaded, threadsOf } from './threads.ts';

const comment = (id: number, parent_id: number | null = null): Threaded => ({
  id,
  parent_id,
});
const shape = (comments: readonly Threaded[]) =>
  threadsOf(comments).map(({ comment, replies }) => [comment.id, replies.map(({ id }) => id)]);

test('replies of any depth follow the first comment of their thread', () => {
  const comments = [comment(1), comment(2), comment(3, 1), comment(4, 3), comment(5, 2), comment(6, 4)];
  expect(shape(comments)).toEqual([
    [1, [3, 4, 6]],
    [2, [5]],
  ]);
});

test('a reply to a comment that is not shown begins a thread, with its own replies', () => {
  expect(shape([comment(3, 1), comment(4, 3)])).toEqual([[3, [4]]]);
});

test('the given order decides, also for replies that are older than their parent', () => {
  expect(shape([comment(5, 4), comment(6, 4), comment(2), comment(4), comment(3)])).toEqual([
    [2, []],
    [4, [5, 6]],
    [3, []],
  ]);
});

test('pingbacks and trackbacks are mentions', () => {
  expect(
    ['local', 'import', 'pingback', 'trackback', 'later'].filter((source) => isMention({ source })),
  ).toEqual(['pingback', 'trackback']);
});

test('every comment is on the pages, no page is too long, and threads stay whole where they fit', () => {
  const forest = fc
    .array(fc.nat({ max: 1_000_000 }), { maxLength: 1500 })
    .map((parents) =>
      parents.map((parent, index) => comment(index + 1, parent % 3 && index ? 1 + (parent % index) : null)),
    );
  fc.assert(
    fc.property(forest, (comments) => {
      const threads = threadsOf(comments);
      const pages = pagesOf(threads);
      const shown = pages
        .flat()
        .flatMap((thread) => [thread.comment.id, ...thread.replies.map(({ id }) => id)]);
      expect(new Set(shown).size).toBe(comments.length);
      const repeated = shown.length - comments.length;
      expect(repeated).toBe(pages.flat().length - threads.length);
      for (const page of pages) {
        const size = page.reduce((sum, { replies }) => sum + 1 + replies.length, 0);
        expect(page.length).toBeLessThanOrEqual(threadsPage);
        expect(size).toBeLessThanOrEqual(commentsPage);
        expect(size).toBeGreaterThan(0);
      }
    }),
    { numRuns: 30 },
  );
  const few = threadsOf([comment(1), comment(2, 1)]);
  expect(pagesOf(few)).toEqual([few]);
  expect(pagesOf([])).toEqual([]);
});
