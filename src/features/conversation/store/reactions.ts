import type { PostTransaction } from '../../../core/site/store/post-transaction.ts';
import type { Schema } from '../../../platform/db/schema.ts';

type NewReaction = Omit<Schema['reactions'], 'id'>;

/** False when it is known already. */
export async function insertReaction(tx: PostTransaction, reaction: NewReaction): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('reactions')
    .values(reaction)
    .onConflict((conflict) => conflict.column('origin_id').doNothing())
    .executeTakeFirstOrThrow();
  if (!numInsertedOrUpdatedRows) return false;
  tx.follow(reaction.post_id, 'votes');
  return true;
}

export async function deleteReaction(tx: PostTransaction, originId: string): Promise<boolean> {
  const deleted = await tx.db
    .deleteFrom('reactions')
    .where('origin_id', '=', originId)
    .returning('post_id')
    .executeTakeFirst();
  if (deleted) tx.follow(deleted.post_id, 'votes');
  return deleted !== undefined;
}
