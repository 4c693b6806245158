import { type BatchSize, inBatches } from '../../db/in-batches.ts';
import type { Db } from '../../db/open.ts';
import { gramsOf } from '../../rules/grams.ts';
import { putGrams, takeUnindexed } from '../../store/post-grams.ts';
import { inTransaction } from '../../store/transaction.ts';

/** Fixed, because a commit takes longer than a text; so many texts take a few milliseconds. */
const textsAtOnce = 10 as BatchSize;

/** Indexes the texts that changed since the last run, for the search of the admin area. */
export async function indexChangedTexts(db: Db, signal?: AbortSignal): Promise<void> {
  await inBatches(
    true,
    1,
    () =>
      inTransaction(db, async (tx) => {
        const posts = await takeUnindexed(tx, textsAtOnce);
        for (const { id, text } of posts) if (text) await putGrams(tx, id, gramsOf(text));
        return posts.length > 0 ? true : null;
      }),
    signal,
  );
}
