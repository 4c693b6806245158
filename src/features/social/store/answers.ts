import type { Selectable } from 'kysely';
import type { PostTransaction } from '../../../core/site/store/post-transaction.ts';
import type { Db } from '../../../platform/db/open.ts';
import { isFound } from '../../../platform/db/results.ts';
import type { Schema } from '../../../platform/db/schema.ts';

/** Those that are not there as they should be are in the outbox, by the id of the comment. */
export const answerKind = 'social-answers';

export type StoredAnswer = Selectable<Schema['social_answers']>;

export const answerOf = (db: Db, commentId: number): Promise<StoredAnswer | undefined> =>
  db.selectFrom('social_answers').selectAll().where('comment_id', '=', commentId).executeTakeFirst();

export async function insertAnswer(db: Db, answer: StoredAnswer): Promise<void> {
  await db.insertInto('social_answers').values(answer).execute();
}

export async function changeAnswer(
  db: Db,
  commentId: number,
  change: Partial<Omit<StoredAnswer, 'comment_id'>>,
): Promise<void> {
  await db.updateTable('social_answers').set(change).where('comment_id', '=', commentId).execute();
}

export async function deleteAnswer(db: Db, commentId: number): Promise<void> {
  await db.deleteFrom('social_answers').where('comment_id', '=', commentId).execute();
}

/** Whether an answer to this thread may have been posted without its id being known yet. */
export const isAnswering = (db: Db, network: string): Promise<boolean> =>
  isFound(
    db
      .selectFrom('social_answers')
      .select('comment_id')
      .where('network', '=', network)
      .where('date_started', 'is not', null)
      .where('answer_id', 'is', null)
      .limit(1),
  );

/** What identifies the owner's answer on the other server, so that replies to it find it. */
export async function setAnswerOrigin(
  tx: PostTransaction,
  commentId: number,
  originId: string,
): Promise<void> {
  await tx.db
    .updateTable('comments')
    .set({ origin_id: originId })
    .where('id', '=', commentId)
    .where('user_id', 'is not', null)
    .execute();
}
