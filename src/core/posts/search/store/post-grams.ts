import { sql } from 'kysely';
import { dialectOf } from '../../../../platform/db/dialect.ts';
import type { Db } from '../../../../platform/db/open.ts';

/** The posts that `indexNext` would take. */
export async function nextUnindexed(db: Db, after: number): Promise<number[]> {
  const rows = await db
    .selectFrom('unindexed_posts')
    .select('post_id')
    .where('post_id', '>', after)
    .orderBy('post_id')
    .limit(dialectOf(db).grams.postsPerTransaction)
    .execute();
  return rows.map(({ post_id }) => post_id);
}

/**
 * Indexes the next posts in the list of those whose text is not indexed, and returns whether there were any. Entries that another
 * transaction changes at the moment are left for later. A post that was deleted has no text.
 */
export async function indexNext(
  tx: Db,
  after: number,
  limit = dialectOf(tx).grams.postsPerTransaction,
): Promise<boolean> {
  const { grams, skipLocked } = dialectOf(tx);
  const { rows: taken } = await sql<{ post_id: number }>`
    delete from unindexed_posts where post_id in (
      select post_id from unindexed_posts where post_id > ${after} order by post_id limit ${limit} ${skipLocked}
    ) returning post_id`.execute(tx);
  if (taken.length === 0) return false;
  const ids = taken.map(({ post_id }) => post_id);
  // Read after the entries are locked, so that no later text is missed.
  const posts = await tx
    .selectFrom('posts')
    .select(['id', 'search_text as text'])
    .where('id', 'in', ids)
    .where('search_text', '<>', '')
    .execute();
  await grams.put(tx, posts);
  return true;
}
