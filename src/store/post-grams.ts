import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import type { BatchSize } from '../db/in-batches.ts';
import type { Db } from '../db/open.ts';

/**
 * Takes the next posts from the list of those whose text is not indexed, with their texts. Entries that another transaction
 * changes at the moment are left for later. A post that was deleted has no text.
 */
export async function takeUnindexed(
  tx: Db,
  limit: BatchSize,
): Promise<{ id: number; text: string | null }[]> {
  const { rows: taken } = await sql<{ post_id: number }>`
    delete from unindexed_posts where post_id in (
      select post_id from unindexed_posts order by post_id limit ${limit} ${dialectOf(tx).skipLocked}
    ) returning post_id`.execute(tx);
  if (taken.length === 0) return [];
  const ids = taken.map(({ post_id }) => post_id);
  // Read after the entries are locked, so that no later text is missed.
  const posts = await tx.selectFrom('posts').select(['id', 'search_text']).where('id', 'in', ids).execute();
  const texts = new Map(posts.map(({ id, search_text }) => [id, search_text]));
  return ids.map((id) => ({ id, text: texts.get(id) ?? null }));
}

export const putGrams = (tx: Db, postId: number, grams: readonly string[]): Promise<void> =>
  dialectOf(tx).grams.put(tx, postId, grams);
