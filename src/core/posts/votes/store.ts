import type { Db } from '../../../platform/db/open.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import type { PostTransaction } from '../../site/store/post-transaction.ts';
import { approvedCount } from '../store/post-rows.ts';

const insertVote = prepared((db, post_id: number, address: string, date_added: string) =>
  db
    .insertInto('votes')
    .values({ post_id, address, date_added })
    .onConflict((conflict) => conflict.doNothing())
    .returning('post_id'),
);

const countVote = prepared((db, postId: number) =>
  db
    .updateTable('posts')
    .set((eb) => ({ vote_count: eb('vote_count', '+', 1) }))
    .where('id', '=', postId)
    .returning('vote_count'),
);

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
  const [inserted] = await insertVote(tx.db, postId, address, at);
  if (!inserted) return undefined;
  const [post] = await countVote(tx.db, postId);
  tx.follow(postId, 'votes');
  return post?.vote_count;
}

/** The numbers of those posts and pages that are public. */
export const publicCounts = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('posts as p')
    .select(['p.id', 'p.vote_count', approvedCount.as('comments_approved')])
    .where('p.id', 'in', ids)
    .where('p.active', '=', 1)
    .execute();

const vote = prepared((db, postId: number, address: string) =>
  db.selectFrom('votes').select('post_id').where('post_id', '=', postId).where('address', '=', address),
);

export async function voteExists(db: Db, postId: number, address: string): Promise<boolean> {
  return (await vote(db, postId, address)).length > 0;
}
