import { sql } from 'kysely';
import { dialectOf } from '../../../../platform/db/dialect.ts';
import type { PostGrams } from '../../../../platform/db/gram-index.ts';
import type { Db } from '../../../../platform/db/open.ts';

/**
 * Takes the next posts from the list of those whose text is not indexed, with their texts. Entries that another transaction
 * changes at the moment are left for later. A post that was deleted has no text.
 */
export async function takeUnindexed(tx: Db): Promise<{ id: number; text: string | null }[]> {
  const limit = dialectOf(tx).grams.postsPerTransaction;
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

export const putGrams = (tx: Db, posts: readonly PostGrams[]): Promise<void> =>
  dialectOf(tx).grams.put(tx, posts);

/** To be called once at the end of a transaction that put grams. */
export const finishGrams = (tx: Db): Promise<void> => dialectOf(tx).grams.finish(tx);
