import { inBatches } from '../../../platform/db/in-batches.ts';
import type { Db } from '../../../platform/db/open.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { gramsOf } from './rules/grams.ts';
import { finishGrams, putGrams, takeUnindexed } from './store/post-grams.ts';

/** The grams of so many texts are computed in a few milliseconds. */
const textsAtOnce = 10;

/** Indexes the texts that changed since the last run, for the search of the admin area. */
export async function indexChangedTexts(db: Db, signal?: AbortSignal): Promise<void> {
  await inBatches(
    true,
    1,
    () =>
      inTransaction(db, async (tx) => {
        const posts = await takeUnindexed(tx);
        if (posts.length === 0) return null;
        for (let from = 0; from < posts.length; from += textsAtOnce)
          await putGrams(
            tx,
            posts
              .slice(from, from + textsAtOnce)
              .flatMap(({ id, text }) => (text ? [{ id, grams: gramsOf(text) }] : [])),
          );
        await finishGrams(tx);
        return true;
      }),
    signal,
  );
}
