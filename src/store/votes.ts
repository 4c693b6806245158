import type { Db } from '../db/open.ts';
import type { PostTransaction } from './post-transaction.ts';

/**
 * Counts the vote and returns the new count; undefined when this IP address voted before. Call it last in a transaction:
 * it locks the post, and other votes for it wait for the commit.
 */
export async function addVote(
  tx: PostTransaction,
  postId: number,
  address: string,
  at: string,
): Promise<number | undefined> {
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('votes')
    .values({ post_id: postId, address, date_added: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) return undefined;
  const post = await tx.db
    .updateTable('posts')
    .set((eb) => ({ vote_count: eb('vote_count', '+', 1) }))
    .where('id', '=', postId)
    .returning('vote_count')
    .executeTakeFirst();
  tx.follow(postId, 'votes');
  return post?.vote_count;
}

export async function voteExists(db: Db, postId: number, address: string): Promise<boolean> {
  const vote = await db
    .selectFrom('votes')
    .select('post_id')
    .where('post_id', '=', postId)
    .where('address', '=', address)
    .executeTakeFirst();
  return vote !== undefined;
}
