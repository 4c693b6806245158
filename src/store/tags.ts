import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { StoredTag } from './post-rows.ts';
import type { PostTransaction } from './post-transaction.ts';
import { lockName } from './transaction.ts';

/** Adds the tag to the post; `added` is false if the post had it already. */
export async function tagPost(
  tx: PostTransaction,
  postId: number,
  name: string,
): Promise<{ tag: StoredTag; added: boolean }> {
  const { db } = tx;
  await lockTags(db);
  await db
    .insertInto('tags')
    .values({ tag_name: name })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { id: tagId } = await db
    .selectFrom('tags')
    .select('id')
    .where('tag_name', '=', name)
    .executeTakeFirstOrThrow();
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
  return { tag: { id, tag_name: name }, added };
}

export function tagById(db: Db, id: number) {
  return db
    .selectFrom('post_tags as p')
    .innerJoin('tags as t', 't.id', 'p.tag_id')
    .select(['p.post_id', 't.tag_name'])
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
  const tag = await db.selectFrom('tags').select('id').where('tag_name', '=', name).executeTakeFirst();
  return tag !== undefined;
}

export async function countTags(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('tags')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Tags that begin with these characters, in their order. */
export const tagsFrom = (db: Db, begin: string, limit: number) =>
  db
    .selectFrom('tags')
    .select('tag_name')
    .where(sql<boolean>`tag_name like ${`${begin.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`)
    .orderBy('tag_name')
    .limit(limit)
    .execute();

/** The tags of most active posts. */
export const usedTags = (db: Db, limit: number) =>
  db
    .selectFrom('listing_totals')
    .select('name as tag_name')
    .where('kind', '=', 'tag')
    .where('total', '>', 0)
    .orderBy('total', 'desc')
    .orderBy('name')
    .limit(limit)
    .execute();
