import type { Insertable, Selectable } from 'kysely';
import { dialectOf } from '../../../platform/db/dialect.ts';
import type { BatchSize } from '../../../platform/db/in-batches.ts';
import type { Db } from '../../../platform/db/open.ts';
import { deletedRows } from '../../../platform/db/results.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { withKnownAuthors } from '../../posts/bin/store/bin-restore.ts';
import type { PostTransaction } from '../../site/store/post-transaction.ts';
import type { DeletedComment } from '../api/comments.ts';

/** A statement has a limited number of parameters. */
const repliesAtOnce = 1000;

type CommentRow = Selectable<Schema['comments']>;
/** A deleted comment, as it is stored. */
type Kept = {
  row: CommentRow;
  /** The replies that moved up when it was deleted, or that came back without it. */
  replies: number[];
};

/** Copies comments that are about to be deleted, with the ids of their replies. */
export async function keepDeleted(
  tx: PostTransaction,
  ids: readonly number[],
  date_deleted: string,
): Promise<void> {
  const rows = await tx.db
    .selectFrom('comments')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
  if (rows.length === 0) return;
  const replies = await tx.db
    .selectFrom('comments')
    .select(['id', 'parent_id'])
    .where('parent_id', 'in', [...ids])
    .orderBy('id')
    .execute();
  const byParent = Map.groupBy(replies, ({ parent_id }) => parent_id);
  const values = rows.map((row) => {
    const kept: Kept = { row, replies: (byParent.get(row.id) ?? []).map(({ id }) => id) };
    return { id: row.id, post_id: row.post_id, content: JSON.stringify(kept), date_deleted };
  });
  await tx.db.insertInto('deleted_comments').values(values).execute();
  await copyFollowers(tx.db, 'comment_followers', 'deleted_followers', ids);
}

/** The last ones that were deleted and whose post exists, newest first. */
export async function lastDeleted(db: Db, limit: number): Promise<DeletedComment[]> {
  const rows = await db
    .selectFrom('deleted_comments as d')
    .innerJoin('posts as p', 'p.id', 'd.post_id')
    .select(['d.id', 'd.content', 'd.date_deleted', 'p.post_title'])
    .orderBy('d.date_deleted', 'desc')
    .orderBy('d.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id, content, date_deleted, post_title }) => {
    const { user_name, comment_text } = (JSON.parse(content) as Kept).row;
    return { id, user_name, comment_text, post_title, date_deleted };
  });
}

/**
 * Inserts deleted comments again, with their ids. Each replies to the nearest comment above that exists, and gets the replies
 * back that are still where they moved. Comments that are not deleted, or whose post is gone, are ignored. Returns the ids of
 * those that were restored.
 */
export async function restoreDeleted(tx: PostTransaction, ids: readonly number[]): Promise<number[]> {
  const found = await tx.db
    .selectFrom('deleted_comments')
    .select('content')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .modifyEnd(dialectOf(tx.db).forUpdate)
    .execute();
  const kept = found.map(({ content }) => JSON.parse(content) as Kept);
  const taken = await takenOrigins(tx.db, kept);
  const free = kept.filter(({ row }) => row.origin_id === null || !taken.has(row.origin_id));
  const parents = await existing(
    tx.db,
    free.flatMap(({ row }) => row.parent_id ?? []),
  );
  const isPlain = ({ row, replies }: Kept) =>
    replies.length === 0 && (row.parent_id === null || parents.has(row.parent_id));
  await insertKept(
    tx,
    free.filter(isPlain).map(({ row }) => row),
  );
  // A parent has a smaller id, so it is restored before its replies.
  for (const { row } of free.filter((one) => !isPlain(one)).sort((a, b) => a.row.id - b.row.id))
    await restoreOne(tx, row.id);
  return free.map(({ row }) => row.id).sort((a, b) => a - b);
}

async function insertKept(tx: PostTransaction, rows: readonly CommentRow[]): Promise<void> {
  if (rows.length === 0) return;
  const values = await withKnownAuthors(tx, rows, 'user_id');
  await tx.db
    .insertInto('comments')
    .values(values as Insertable<Schema['comments']>[])
    .execute();
  const ids = rows.map(({ id }) => id);
  await copyFollowers(tx.db, 'deleted_followers', 'comment_followers', ids);
  await tx.db.deleteFrom('deleted_comments').where('id', 'in', ids).execute();
  const origins = rows.flatMap(({ origin_id }) => origin_id ?? []);
  if (origins.length > 0)
    await tx.db.deleteFrom('deleted_origins').where('origin_id', 'in', origins).execute();
  for (const { post_id, approved } of rows) if (approved === 1) tx.follow(post_id, 'page');
}

/** One that has replies, or whose parent is deleted. It is read again, because restoring another one can have changed it. */
async function restoreOne(tx: PostTransaction, id: number): Promise<void> {
  const kept = await deletedComment(tx.db, id);
  if (!kept) return;
  const { row, replies } = kept;
  const parent_id = await nearestParent(tx, row);
  await insertKept(tx, [{ ...row, parent_id }]);
  if (replies.length === 0) return;
  const above = await commentsAbove(tx.db, parent_id);
  for (let from = 0; from < replies.length; from += repliesAtOnce)
    await takeReplies(tx, row, above, replies.slice(from, from + repliesAtOnce));
}

/** Replies that are still somewhere above the comment, where they moved when it was deleted, become its replies again. */
async function takeReplies(
  tx: PostTransaction,
  { id, post_id }: CommentRow,
  above: readonly number[],
  replies: readonly number[],
): Promise<void> {
  const moved = await tx.db
    .updateTable('comments')
    .set({ parent_id: id })
    .where('id', 'in', replies)
    .where('post_id', '=', post_id)
    .where((eb) =>
      eb.or([
        eb('parent_id', 'is', null),
        ...(above.length === 0 ? [] : [eb('parent_id', 'in', [...above])]),
      ]),
    )
    .returning('id')
    .execute();
  if (moved.length > 0) tx.follow(post_id, 'page');
  const deleted = await tx.db
    .selectFrom('deleted_comments')
    .select('content')
    .where('id', 'in', replies)
    .where('post_id', '=', post_id)
    .execute();
  for (const { content } of deleted) {
    const kept = JSON.parse(content) as Kept;
    if (kept.row.parent_id === null || above.includes(kept.row.parent_id))
      await setDeleted(tx.db, { ...kept, row: { ...kept.row, parent_id: id } });
  }
}

/** This comment and those above it, up to the first level. */
async function commentsAbove(db: Db, id: number | null): Promise<number[]> {
  const above: number[] = [];
  for (let next = id; next !== null; ) {
    above.push(next);
    const found = await db
      .selectFrom('comments')
      .select('parent_id')
      .where('id', '=', next)
      .executeTakeFirst();
    next = found?.parent_id ?? null;
  }
  return above;
}

/** The nearest comment above it that exists. One that is deleted learns of its reply, in case that it is restored later. */
async function nearestParent(tx: PostTransaction, { id, parent_id }: CommentRow): Promise<number | null> {
  let above = parent_id;
  let isFirst = true;
  while (above !== null) {
    const exists = await tx.db.selectFrom('comments').select('id').where('id', '=', above).executeTakeFirst();
    if (exists) return above;
    const deleted = await deletedComment(tx.db, above);
    if (!deleted) return null;
    if (isFirst && !deleted.replies.includes(id))
      await setDeleted(tx.db, { ...deleted, replies: [...deleted.replies, id] });
    isFirst = false;
    above = deleted.row.parent_id;
  }
  return null;
}

/** Comments of other servers that have been received again. */
async function takenOrigins(db: Db, kept: readonly Kept[]): Promise<Set<string | null>> {
  const origins = kept.flatMap(({ row }) => row.origin_id ?? []);
  if (origins.length === 0) return new Set();
  const rows = await db
    .selectFrom('comments')
    .select('origin_id')
    .where('origin_id', 'in', origins)
    .execute();
  return new Set(rows.map(({ origin_id }) => origin_id));
}

async function existing(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('comments')
    .select('id')
    .where('id', 'in', [...ids])
    .execute();
  return new Set(rows.map(({ id }) => id));
}

async function deletedComment(db: Db, id: number): Promise<Kept | null> {
  const found = await db
    .selectFrom('deleted_comments')
    .select('content')
    .where('id', '=', id)
    .executeTakeFirst();
  return found ? (JSON.parse(found.content) as Kept) : null;
}

async function setDeleted(db: Db, kept: Kept): Promise<void> {
  await db
    .updateTable('deleted_comments')
    .set({ content: JSON.stringify(kept) })
    .where('id', '=', kept.row.id)
    .execute();
}

/** Returns the number of comments that can no longer be restored. */
export const deleteExpired = (db: Db, before: string, limit: BatchSize): Promise<number> =>
  deletedRows(
    db
      .deleteFrom('deleted_comments')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('deleted_comments')
          .select('id')
          .where('date_deleted', '<', before)
          .orderBy('date_deleted')
          .limit(limit),
      ),
  );

/** Between the followers of comments and those of deleted ones. Addresses that were deleted meanwhile are gone from both. */
const copyFollowers = (
  db: Db,
  from: 'comment_followers' | 'deleted_followers',
  to: 'comment_followers' | 'deleted_followers',
  ids: readonly number[],
) =>
  db
    .insertInto(to)
    .columns(['comment_id', 'commenter_id'])
    .expression((eb) =>
      eb
        .selectFrom(from)
        .select(['comment_id', 'commenter_id'])
        .where('comment_id', 'in', [...ids]),
    )
    .execute();
