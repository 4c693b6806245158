import { sql } from 'kysely';
import type { Db } from '../../../platform/db/open.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import type { PostTransaction } from '../../site/store/post-transaction.ts';

/** Whether another post has or had a web title; `isCurrent` is false when it is one of its former ones. */
export async function holderOf(
  db: Db,
  webTitle: string,
  exceptId: number,
): Promise<{ isCurrent: boolean } | undefined> {
  // One statement, so that a title that is just moving to the old ones is found in either table.
  const { rows } = await sql<{ current: number }>`
    select 1 as current from posts where post_title_web = ${webTitle} and id <> ${exceptId}
    union all
    select 0 from post_addresses where post_title_web = ${webTitle} and post_id <> ${exceptId}`.execute(db);
  const [holder] = rows;
  return holder && { isCurrent: holder.current === 1 };
}

/** Keeps the URL that a post is about to lose, if it was ever public. */
export async function keepAddress(tx: PostTransaction, postId: number): Promise<void> {
  await tx.db
    .insertInto('post_addresses')
    .columns(['post_title_web', 'post_id'])
    .expression((eb) =>
      eb
        .selectFrom('posts')
        .select(['post_title_web', 'id'])
        .where('id', '=', postId)
        .where('first_active_date', 'is not', null),
    )
    .execute();
}

export async function deleteFormerUrl(db: Db, webTitle: string): Promise<void> {
  await db.deleteFrom('post_addresses').where('post_title_web', '=', webTitle).execute();
}

/** For a post that was never meant to be here. */
export async function deleteFormerUrls(tx: PostTransaction, postId: number): Promise<void> {
  await tx.db.deleteFrom('post_addresses').where('post_id', '=', postId).execute();
}

/** For a post that has this web title again. */
export async function deleteFormerUrlOf(
  tx: PostTransaction,
  postId: number,
  webTitle: string,
): Promise<void> {
  await tx.db
    .deleteFrom('post_addresses')
    .where('post_title_web', '=', webTitle)
    .where('post_id', '=', postId)
    .execute();
}

/** Web title and status are null when the post was deleted. */
export type Whereabouts = { post_id: number; web_title: string | null; active: number | null };

/** The post that has or had a web title. */
export async function byTitle(db: Db, webTitle: string): Promise<Whereabouts | undefined> {
  const [found] = await whereabouts(db, webTitle);
  return found;
}

// One statement: every unknown path asks for it, and a title that is just moving to the old ones is found in either table.
const whereabouts = prepared((db, webTitle: string) =>
  current(db)
    .where('p.post_title_web', '=', webTitle)
    .$castTo<Whereabouts>()
    .unionAll(old(db).where('a.post_title_web', '=', webTitle)),
);

export async function byPostId(db: Db, id: number): Promise<Whereabouts | undefined> {
  const here = await current(db).where('p.id', '=', id).executeTakeFirst();
  return here ?? old(db).where('a.post_id', '=', id).limit(1).executeTakeFirst();
}

const current = (db: Db) =>
  db.selectFrom('posts as p').select(['p.id as post_id', 'p.post_title_web as web_title', 'p.active']);

const old = (db: Db) =>
  db
    .selectFrom('post_addresses as a')
    .leftJoin('posts as p', 'p.id', 'a.post_id')
    .select(['a.post_id', 'p.post_title_web as web_title', 'p.active']);

/** Former web titles, in their order, after `last`. */
export async function formerPaths(db: Db, last: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('post_addresses')
    .select('post_title_web')
    .where('post_title_web', '>', last)
    .orderBy('post_title_web')
    .limit(limit)
    .execute();
  return rows.map(({ post_title_web }) => post_title_web);
}
