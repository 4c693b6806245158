import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/open.ts';
import type { StoredRow } from '../../../../platform/db/stored-row.ts';
import { lockName } from '../../../../platform/db/transaction.ts';
import type { PostTransaction } from '../../../site/store/post-transaction.ts';
import { nameKey } from '../api/terms.ts';

const tagColumns = ['id', 'tag_name', 'display_name'] as const;
export type StoredTag = StoredRow<'tags', unknown, (typeof tagColumns)[number]>;

/** Adds the tag with this web name to the post; `added` is false if the post had it already. */
export async function tagPost(
  tx: PostTransaction,
  postId: number,
  name: string,
): Promise<{ tag: StoredTag; added: boolean }> {
  await lockTags(tx.db);
  return attachTag(tx, postId, (await tagByName(tx.db, name)) ?? (await insertTag(tx.db, name, name)));
}

/** Adds a tag that exists to the post; `added` is false if the post had it already. */
export async function attachTag(
  tx: PostTransaction,
  postId: number,
  { id: tagId, tag_name, display_name }: StoredTag,
): Promise<{ tag: StoredTag; added: boolean }> {
  const { db } = tx;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('post_tags')
    .values({ post_id: postId, tag_id: tagId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  const { id } = await db
    .selectFrom('post_tags')
    .select('id')
    .where('post_id', '=', postId)
    .where('tag_id', '=', tagId)
    .executeTakeFirstOrThrow();
  const added = Boolean(numInsertedOrUpdatedRows);
  if (added) tx.follow(postId, 'page', 'lists', 'search');
  return { tag: { id, tag_name, display_name }, added };
}

/** Gives a post several tags at once; those that it has stay. */
export async function attachTags(
  tx: PostTransaction,
  postId: number,
  tagIds: readonly number[],
): Promise<void> {
  if (tagIds.length === 0) return;
  await tx.db
    .insertInto('post_tags')
    .values(tagIds.map((tag_id) => ({ post_id: postId, tag_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  tx.follow(postId, 'page', 'lists', 'search');
}

export const tagByName = (db: Db, name: string): Promise<StoredTag | undefined> =>
  db.selectFrom('tags').select(tagColumns).where('tag_name', '=', name).executeTakeFirst();

/** Those of these web names that exist. */
export const tagsNamed = async (db: Db, names: readonly string[]): Promise<StoredTag[]> =>
  names.length === 0
    ? []
    : db
        .selectFrom('tags')
        .select(tagColumns)
        .where('tag_name', 'in', [...names])
        .execute();

/** The tag that is called so, whatever the case; the oldest where several are. */
export const tagCalled = (db: Db, displayName: string): Promise<StoredTag | undefined> =>
  db
    .selectFrom('tags')
    .select(tagColumns)
    .where('name_key', '=', nameKey(displayName))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

export const insertTag = (db: Db, tag_name: string, display_name: string): Promise<StoredTag> =>
  db
    .insertInto('tags')
    .values({ tag_name, display_name, name_key: nameKey(display_name) })
    .returning(tagColumns)
    .executeTakeFirstOrThrow();

/** Changes what readers see of a tag. The pages and search entries of its posts have to follow (`postsTagged`). */
export async function setDisplayName(
  tx: PostTransaction,
  { id, tag_name }: Pick<StoredTag, 'id' | 'tag_name'>,
  display_name: string,
): Promise<void> {
  await tx.db
    .updateTable('tags')
    .set({ display_name, name_key: nameKey(display_name) })
    .where('id', '=', id)
    .execute();
  // The page of topics depends on the list of all posts.
  tx.lists.push({ kind: 'tag', name: tag_name }, { kind: 'all', name: '' });
}

/** The posts that have the tag, in order of their ids, after the id `after`. */
export async function postsTagged(db: Db, tagId: number, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('post_tags')
    .select('post_id')
    .where('tag_id', '=', tagId)
    .where('post_id', '>', after)
    .orderBy('post_id')
    .limit(limit)
    .execute();
  return rows.map(({ post_id }) => post_id);
}

export function tagById(db: Db, id: number) {
  return db
    .selectFrom('post_tags as p')
    .innerJoin('tags as t', 't.id', 'p.tag_id')
    .select(['p.post_id', 't.tag_name', 't.display_name'])
    .where('p.id', '=', id)
    .executeTakeFirst();
}

/** Removes a tag from its post, and deletes it when no other post has it. False if the post did not have it. */
export async function untagPost(tx: PostTransaction, id: number): Promise<boolean> {
  const { db } = tx;
  await lockTags(db);
  const gone = await db
    .deleteFrom('post_tags')
    .where('id', '=', id)
    .returning(['tag_id', 'post_id'])
    .executeTakeFirst();
  if (!gone) return false;
  await dropUnused(db, [gone.tag_id]);
  tx.follow(gone.post_id, 'page', 'lists', 'search');
  return true;
}

/** For a post that is about to be deleted. */
export async function untagAll({ db }: PostTransaction, postId: number): Promise<void> {
  await lockTags(db);
  const gone = await db.deleteFrom('post_tags').where('post_id', '=', postId).returning('tag_id').execute();
  await dropUnused(
    db,
    gone.map((row) => row.tag_id),
  );
}

/** A tag that no post uses is deleted, but not while another transaction is about to use it. */
export const lockTags = (db: Db): Promise<void> => lockName(db, 'tags');

async function dropUnused(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .deleteFrom('tags')
    .where('id', 'in', [...ids])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('post_tags').select('post_tags.id').whereRef('post_tags.tag_id', '=', 'tags.id')),
      ),
    )
    .execute();
}

export async function tagExists(db: Db, name: string): Promise<boolean> {
  return (await tagByName(db, name)) !== undefined;
}

/** Tags whose web name or display name begins with these characters, in the order of their display names. */
export function tagsFrom(db: Db, begin: string, limit: number): Promise<StoredTag[]> {
  const pattern = (text: string) => `${text.replace(/[\\%_]/g, '\\$&')}%`;
  return db
    .selectFrom('tags')
    .select(tagColumns)
    .where(
      sql<boolean>`(tag_name like ${pattern(begin.toLowerCase())} escape '\\'
        or name_key like ${pattern(nameKey(begin))} escape '\\')`,
    )
    .orderBy('name_key')
    .orderBy('tag_name')
    .limit(limit)
    .execute();
}

/** The tags of most active posts. */
export const usedTags = (db: Db, limit: number): Promise<StoredTag[]> =>
  db
    .selectFrom('listing_totals as l')
    .innerJoin('tags as t', 't.tag_name', 'l.name')
    .select(['t.id', 't.tag_name', 't.display_name'])
    .where('l.kind', '=', 'tag')
    .where('l.total', '>', 0)
    .orderBy('l.total', 'desc')
    .orderBy('l.name')
    .limit(limit)
    .execute();
