import { sql } from 'kysely';
import { dialectOf } from '../../../../platform/db/dialect.ts';
import type { Db } from '../../../../platform/db/open.ts';

/**
 * Indexes the next posts in the list of those whose text is not indexed, and returns whether there were any. Entries that another
 * transaction changes at the moment are left for later. A post that was deleted has no text.
 */
export async function indexNext(tx: Db): Promise<boolean> {
  const { grams, skipLocked } = dialectOf(tx);
  const { rows: taken } = await sql<{ post_id: number }>`
    delete from unindexed_posts where post_id in (
      select post_id from unindexed_posts order by post_id limit ${grams.postsPerTransaction} ${skipLocked}
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
