import { neverScored } from '../../../core/comments/store/comments.ts';
import { commentColumns, type StoredComment } from '../../../core/posts/store/comment-rows.ts';
import type { PostTransaction } from '../../../core/site/store/post-transaction.ts';
import type { Table } from '../../../platform/db/catalog.ts';
import { dialectOf } from '../../../platform/db/dialect.ts';
import { insertRows } from '../../../platform/db/table-rows.ts';

type Unknown = 'origin_url' | 'origin_id' | 'date_edited';

export type ImportedComment = Omit<StoredComment, 'id' | 'parent_id' | Unknown> & {
  /** A stored comment, or the position of an earlier one in the same batch. */
  parent: { id: number } | { earlier: number } | null;
};

const unknown: readonly string[] = ['origin_url', 'origin_id', 'date_edited'] satisfies Unknown[];
const columns = [...commentColumns.filter((name) => !unknown.includes(name)), 'scored_round'];
const table: Table = {
  name: 'comments',
  columns: columns.map((name) => ({ name, kind: 'plain' })),
  key: ['id'],
  identity: 'id',
};
/**
 * Inserts a batch of comments from elsewhere, whose dates may be long ago, and returns their ids in the same order. They train
 * nothing. A reply whose parent has been deleted meanwhile, or is of another post, becomes a comment of the first level.
 */
export async function insertComments(
  tx: PostTransaction,
  comments: readonly ImportedComment[],
): Promise<number[]> {
  if (comments.length === 0) return [];
  const ids = await dialectOf(tx.db).takeIds(tx.db, table.name, 'id', comments.length);
  const postOfParent = await storedParents(tx, comments);
  const parentOf = ({ parent, post_id }: ImportedComment, index: number): number | null => {
    if (parent === null) return null;
    if ('id' in parent) return postOfParent.get(parent.id) === post_id ? parent.id : null;
    if (parent.earlier >= index) throw new Error('A comment of a batch must come after its parent.');
    return comments[parent.earlier]?.post_id === post_id ? (ids[parent.earlier] ?? null) : null;
  };
  const rows = comments.map((comment, index) => ({
    id: ids[index],
    post_id: comment.post_id,
    user_name: comment.user_name,
    comment_text: comment.comment_text,
    date_added: comment.date_added,
    approved: comment.approved ? 1 : 0,
    user_id: comment.user_id,
    parent_id: parentOf(comment, index),
    author_url: comment.author_url,
    source: comment.source,
    // The scheduled job of the spam filter scores those that wait.
    scored_round: comment.approved ? 0 : neverScored,
  }));
  await insertRows(tx.db, table, rows);
  for (const { post_id, approved } of comments) if (approved) tx.follow(post_id, 'page');
  return ids;
}

/** The posts of the stored comments that others of the batch reply to. */
async function storedParents(
  tx: PostTransaction,
  comments: readonly ImportedComment[],
): Promise<Map<number, number>> {
  const wanted = new Set(comments.flatMap(({ parent }) => (parent && 'id' in parent ? [parent.id] : [])));
  if (wanted.size === 0) return new Map();
  const rows = await tx.db
    .selectFrom('comments')
    .select(['id', 'post_id'])
    .where('id', 'in', [...wanted])
    .execute();
  return new Map(rows.map(({ id, post_id }) => [id, post_id]));
}
