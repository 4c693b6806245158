import { inBatches } from '../../../platform/db/in-batches.ts';
import type { Db } from '../../../platform/db/open.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { indexNext } from './store/post-grams.ts';

/** Indexes the texts that changed since the last run, for the search of the admin area. */
export const indexChangedTexts = (db: Db, signal?: AbortSignal): Promise<void> =>
  inBatches(true, 1, async () => ((await inTransaction(db, indexNext)) ? true : null), signal);
