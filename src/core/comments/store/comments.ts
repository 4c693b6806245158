import { type Selectable, sql } from 'kysely';
import { dialectOf } from '../../../platform/db/dialect.ts';
import type { Db } from '../../../platform/db/open.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import { countRows, isFound } from '../../../platform/db/results.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { CommentFilter } from '../../../platform/db/totals.ts';
import { commentColumns, type StoredComment, unpackComment } from '../../posts/store/comment-rows.ts';
import type { PostTransaction } from '../../site/store/post-transaction.ts';
import { keepDeleted } from './deleted-comments.ts';

export async function commentsOf(
  db: Db,
  postId: number,
  which: 'approved' | 'all',
  page: { limit: number; offset: number },
): Promise<StoredComment[]> {
  const rows = await db
    .selectFrom('comments')
    .select(commentColumns)
    .where('post_id', '=', postId)
    .$if(which === 'approved', (query) => query.where('approved', '=', 1))
    .orderBy('date_added')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return rows.map(unpackComment);
}

/** What a person sent lately and what waits for approval. */
export async function changeableBy(
  db: Db,
  postId: number,
  person: string,
  since: string,
): Promise<StoredComment[]> {
  const rows = await db
    .selectFrom('comments')
    .select(commentColumns)
    .where('person', '=', person)
    .where('post_id', '=', postId)
    .where((eb) => eb.or([eb('approved', '=', 0), eb('date_added', '>', since)]))
    .orderBy('id', 'desc')
    .limit(10)
    .execute();
  return rows.reverse().map(unpackComment);
}

export const isChangeableBy = (db: Db, id: number, person: string, since: string): Promise<boolean> =>
  isFound(
    db
      .selectFrom('comments')
      .select('id')
      .where('id', '=', id)
      .where('person', '=', person)
      .where((eb) => eb.or([eb('approved', '=', 0), eb('date_added', '>', since)])),
  );

export const countCommentsOf = (db: Db, postId: number, which: 'approved' | 'all'): Promise<number> =>
  countRows(
    db
      .selectFrom('comments')
      .where('post_id', '=', postId)
      .$if(which === 'approved', (query) => query.where('approved', '=', 1)),
  );

const byId = prepared((db, id: number) =>
  db.selectFrom('comments').select(commentColumns).where('id', '=', id),
);

export async function commentById(db: Db, id: number): Promise<StoredComment | undefined> {
  const [row] = await byId(db, id);
  return row && unpackComment(row);
}

/** The spam verdict on a visitor's comment; comments of the owner have none. */
export type Judgement = Pick<
  Selectable<Schema['comments']>,
  'text_hash' | 'signs' | 'verdict' | 'reasons' | 'scored_round' | 'features'
>;

type NewComment = Pick<
  StoredComment,
  'post_id' | 'user_name' | 'comment_text' | 'date_added' | 'approved' | 'user_id'
> &
  Partial<Origin & Judgement>;

export async function insertComment(tx: PostTransaction, comment: NewComment): Promise<StoredComment> {
  const { approved } = comment;
  const row = await tx.db
    .insertInto('comments')
    .values({ ...comment, approved: approved ? 1 : 0 })
    .returning([...commentColumns, 'verdict'])
    .executeTakeFirstOrThrow();
  const { verdict, ...stored } = row;
  const { id } = stored;
  if (approved) {
    tx.follow(comment.post_id, 'comment');
    tx.visibleComments.set(id, { waited: false });
  } else tx.waiting.set(id, verdict);
  if (stored.user_id !== null && stored.parent_id !== null) await recordAnswers(tx, [id]);
  return unpackComment(stored);
}

/** Where a comment came from, and where it belongs. */
export type Origin = Pick<
  Selectable<Schema['comments']>,
  'parent_id' | 'author_url' | 'source' | 'person' | 'address' | 'origin_url' | 'origin_id'
>;

/** Other servers learn of changes of the owner's answers among these comments, and of answers to these comments. */
export async function recordAnswers(tx: PostTransaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const answers = tx.db
    .selectFrom('comments as c')
    .innerJoin('comments as above', 'above.id', 'c.parent_id')
    .select('c.id')
    .where('c.user_id', 'is not', null)
    .where('above.origin_id', 'is not', null);
  // Two queries that begin with the ids: one with a disjunction may begin with all comments from other servers.
  const found = [
    ...(await answers.where('c.id', 'in', [...ids]).execute()),
    ...(await answers.where('above.id', 'in', [...ids]).execute()),
  ];
  for (const { id } of found) tx.answers.add(id);
}

/** Returns the comments that exist, in the order of their ids. */
export async function setApprovedAll(
  tx: PostTransaction,
  ids: readonly number[],
  approved: boolean,
): Promise<StoredComment[]> {
  const rows = await tx.db
    .updateTable('comments')
    // Approved comments are not classified again.
    .set(approved ? { approved: 1, features: null, address: null } : { approved: 0 })
    .where('id', 'in', [...ids])
    .returning(commentColumns)
    .execute();
  for (const { id, post_id } of rows) {
    tx.follow(post_id, 'page');
    if (approved) tx.visibleComments.set(id, { waited: true });
    else tx.visibleComments.delete(id);
  }
  await recordAnswers(tx, ids);
  return rows.map(unpackComment).sort((a, b) => a.id - b.id);
}

/** Changes the text for the owner. What waits is classified again by the scheduled job. */
export async function setCommentText(
  tx: PostTransaction,
  id: number,
  values: { comment_text: string; date_edited: string },
): Promise<StoredComment | undefined> {
  const row = await tx.db
    .updateTable('comments')
    .set({ ...values, features: null, scored_round: neverScored })
    .where('id', '=', id)
    .returning(commentColumns)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.approved === 1) tx.follow(row.post_id, 'page');
  if (row.user_id !== null) await recordAnswers(tx, [id]);
  return unpackComment(row);
}

/** Below every round of the spam filter. */
export const neverScored = -1;

/** An id that no comment has or will have. */
export async function unusedId(tx: PostTransaction): Promise<number> {
  const dialect = dialectOf(tx.db);
  const [id = 0] = await dialect.takeIds(tx.db, 'comments', 'id', 1);
  // SQLite only reserves an id for a row that follows.
  if (dialect.kind === 'sqlite') await dialect.setNextId(tx.db, 'comments', 'id', id + 1);
  return id;
}

/** Deletes comments for the owner, who can restore them for a day, unless they are deleted for good. Those from other servers do not come back by themselves. */
export async function deleteComments(
  tx: PostTransaction,
  ids: readonly number[],
  date_deleted: string,
  isForGood: boolean,
): Promise<{ id: number; post_id: number }[]> {
  if (!isForGood) await keepDeleted(tx, ids, date_deleted);
  await tx.db
    .insertInto('deleted_origins')
    .columns(['origin_id', 'post_id', 'comment_id', 'date_deleted'])
    .expression((eb) =>
      eb
        .selectFrom('comments')
        .select((of) => [
          of.ref('origin_id').$notNull().as('origin_id'),
          'post_id',
          'id',
          sql<string>`cast(${date_deleted} as ${dialectOf(tx.db).date})`.as('date_deleted'),
        ])
        .where('id', 'in', [...ids])
        .where('origin_id', 'is not', null),
    )
    .onConflict((conflict) => conflict.column('origin_id').doNothing())
    .execute();
  return eraseComments(tx, ids);
}

/** Deletes comments that leave nothing behind. */
export async function eraseComments(
  tx: PostTransaction,
  ids: readonly number[],
): Promise<{ id: number; post_id: number }[]> {
  await recordAnswers(tx, ids);
  await moveRepliesUp(tx, ids);
  const rows = await tx.db
    .deleteFrom('comments')
    .where('id', 'in', [...ids])
    .returning(['id', 'post_id', 'approved'])
    .execute();
  for (const { post_id, approved } of rows) if (approved === 1) tx.follow(post_id, 'page');
  return rows.sort((a, b) => a.id - b.id);
}

/** Replies to comments that are about to be deleted become replies to the nearest comment above that stays. */
async function moveRepliesUp(tx: PostTransaction, ids: readonly number[]): Promise<void> {
  const parents = await tx.db
    .selectFrom('comments')
    .select(['post_id', 'parent_id'])
    .distinct()
    .where('parent_id', 'in', [...ids])
    .where('id', 'not in', [...ids])
    .execute();
  if (parents.length === 0) return;
  const leaving = await tx.db
    .selectFrom('comments')
    .select(['id', 'parent_id'])
    .where('id', 'in', [...ids])
    .execute();
  const above = new Map(leaving.map(({ id, parent_id }) => [id, parent_id]));
  for (const { post_id, parent_id } of parents) {
    let next = parent_id;
    while (next !== null && above.has(next)) next = above.get(next) ?? null;
    await tx.db
      .updateTable('comments')
      .set({ parent_id: next })
      .where('parent_id', '=', parent_id)
      .where('id', 'not in', [...ids])
      .execute();
    tx.follow(post_id, 'page');
  }
}

export type QueueFilter = CommentFilter;
/** By date: oldest first. By trust: likely spam last, then oldest first. */
export type QueueOrder = 'date' | 'trust';

export async function commentQueue(
  db: Db,
  filter: QueueFilter,
  order: QueueOrder,
  page: { limit: number; offset: number },
) {
  const rows = await db
    .selectFrom('comments as c')
    .innerJoin('posts as p', 'p.id', 'c.post_id')
    .leftJoin('comments as above', 'above.id', 'c.parent_id')
    .leftJoin('people as author', 'author.person', 'c.person')
    .select(commentColumns.map((name) => `c.${name}` as const))
    .select(['c.verdict', 'c.reasons', 'p.post_title', 'p.post_title_web'])
    .select(['c.person', 'c.address', 'author.state as person_state'])
    .select([
      'above.user_name as parent_name',
      sql<string>`substr(above.comment_text, 1, 200)`.as('parent_text'),
    ])
    .$if(filter.approved !== undefined, (query) => query.where('c.approved', '=', filter.approved ? 1 : 0))
    .$if(filter.verdict !== undefined, (query) => query.where('c.verdict', '=', filter.verdict ?? 0))
    .$if(order === 'trust', (query) => query.orderBy('c.verdict'))
    .orderBy('c.date_added')
    .orderBy('c.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return rows.map((row) => ({
    ...unpackComment(row),
    // The owner's own comments have no person either.
    personState: row.person === null ? null : (row.person_state ?? ('none' as const)),
    isAddressKnown: row.address !== null,
    verdict: row.verdict,
    reasons: JSON.parse(row.reasons) as string[],
    post_title: row.post_title,
    post_title_web: row.post_title_web,
    parent: row.parent_name === null ? null : { user_name: row.parent_name, text: row.parent_text },
  }));
}

/** The comments that match now, in the order of the queue by date. */
export async function queuedIds(db: Db, filter: QueueFilter, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('comments')
    .select('id')
    .$if(filter.approved !== undefined, (query) => query.where('approved', '=', filter.approved ? 1 : 0))
    .$if(filter.verdict !== undefined, (query) => query.where('verdict', '=', filter.verdict ?? 0))
    .orderBy('date_added')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Those of these comments that exist and are approved, or wait. Locked until the transaction ends. */
export async function idsInState(
  tx: PostTransaction,
  ids: readonly number[],
  approved: boolean,
): Promise<number[]> {
  const rows = await tx.db
    .selectFrom('comments')
    .select('id')
    .where('id', 'in', [...ids])
    .where('approved', '=', approved ? 1 : 0)
    .orderBy('id')
    .modifyEnd(dialectOf(tx.db).forUpdate)
    .execute();
  return rows.map(({ id }) => id);
}

/** Reports from other servers are for the owner alone, so they cannot be approved. */
export async function withoutReports(db: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const reports = await db
    .selectFrom('comments')
    .select('id')
    .where('id', 'in', [...ids])
    .where('source', '=', 'report')
    .execute();
  const isReport = new Set(reports.map(({ id }) => id));
  return ids.filter((id) => !isReport.has(id));
}
