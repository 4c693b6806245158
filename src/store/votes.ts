import type { Db } from '../db/open.ts';

/** Counts the vote unless this address voted before; to be called in a transaction. Returns whether it counted. */
export async function addVote(db: Db, postId: number, address: string, at: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('votes')
    .values({ post_id: postId, address, date_added: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) return false;
  await db
    .updateTable('posts')
    .set((eb) => ({ vote_count: eb('vote_count', '+', 1) }))
    .where('id', '=', postId)
    .execute();
  return true;
}
