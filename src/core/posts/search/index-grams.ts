import { inBatches } from '../../../platform/db/in-batches.ts';
import type { Db } from '../../../platform/db/open.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { indexNext, nextUnindexed } from './store/post-grams.ts';

/**
 * Indexes the texts that changed since the last run, for the search of the admin area. One that fails holds back none of the
 * others: those of its transaction are indexed one by one.
 */
export async function indexChangedTexts(db: Db, signal?: AbortSignal): Promise<void> {
  let failure: { error: unknown } | undefined;
  const index = (after: number, limit?: number) => inTransaction(db, (tx) => indexNext(tx, after, limit));
  await inBatches(
    0,
    1,
    async (after) => {
      try {
        return (await index(after)) ? after : null;
      } catch {
        const ids = await nextUnindexed(db, after);
        for (const id of ids)
          await index(id - 1, 1).catch((error: unknown) => {
            failure ??= { error };
          });
        return ids.at(-1) ?? null;
      }
    },
    signal,
  );
  if (failure) throw failure.error;
}
