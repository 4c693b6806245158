import type { Judgement } from '../../../core/comments/store/comments.ts';
import type { PostTransaction } from '../../../core/site/store/post-transaction.ts';
import { deletedRows, isFound } from '../../../platform/db/results.ts';
import type { CommentSource } from '../../../platform/db/schema.ts';

const columns = [
  'id',
  'post_id',
  'user_id',
  'user_name',
  'comment_text',
  'author_url',
  'origin_url',
  'source',
  'person',
  'approved',
] as const;

/** The comment that another server knows by this id; it may be the owner's own, which was sent there. */
export const commentByOrigin = ({ db }: Pick<PostTransaction, 'db'>, originId: string) =>
  db.selectFrom('comments').select(columns).where('origin_id', '=', originId).executeTakeFirst();

/** Whether the owner deleted it here; the comment may have been restored since. */
export const isDeletedOrigin = ({ db }: PostTransaction, originId: string): Promise<boolean> =>
  isFound(db.selectFrom('deleted_origins').select('comment_id').where('origin_id', '=', originId));

/** Its author deleted it, so it can no longer be restored either. */
export const deleteDeletedOrigin = async ({ db }: PostTransaction, originId: string): Promise<boolean> =>
  (await deletedRows(
    db
      .deleteFrom('deleted_comments')
      .where('id', 'in', (eb) =>
        eb.selectFrom('deleted_origins').select('comment_id').where('origin_id', '=', originId),
      ),
  )) > 0;

export async function updateReceived(
  tx: PostTransaction,
  { id, post_id }: { id: number; post_id: number },
  {
    approved,
    ...values
  }: {
    user_name: string;
    comment_text: string;
    author_url: string | null;
    origin_url: string | null;
    source: CommentSource;
    person: string;
    date_edited: string;
    approved: boolean;
  } & Judgement,
): Promise<void> {
  await tx.db
    .updateTable('comments')
    .set({ ...values, approved: approved ? 1 : 0, ...(approved && { features: null }) })
    .where('id', '=', id)
    .execute();
  if (approved) tx.visibleComments.set(id, { waited: true });
  else tx.waiting.set(id, values.verdict);
  // An approved one that waits again disappears from the page.
  tx.follow(post_id, 'page');
}
