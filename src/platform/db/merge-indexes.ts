import { inBatches } from './in-batches.ts';
import { configureMerges, hasSegments, mergeSegments, segmentedIndexes } from './index-segments.ts';
import type { Db } from './open.ts';
import { inTransaction } from './transaction.ts';

const pagesAtOnce = 64;

/** Merges the segments that changes of posts added to the search indexes, so that a search reads few of them. */
export async function mergeIndexes(db: Db, signal?: AbortSignal): Promise<void> {
  if (!hasSegments(db)) return;
  for (const index of segmentedIndexes) {
    await inTransaction(db, (tx) => configureMerges(tx, index));
    await inBatches(
      true,
      pagesAtOnce,
      (_, pages) => inTransaction(db, async (tx) => ((await mergeSegments(tx, index, pages)) ? true : null)),
      signal,
    );
  }
}
