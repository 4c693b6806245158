import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/** Who has a web title, or had it: a post that is deleted has it still, but no longer lives. */
export async function holderOf(
  db: Db,
  webTitle: string,
  exceptId: number,
): Promise<{ lives: boolean } | undefined> {
  // One statement, so that a title on its way from the post to its old addresses is seen in either place.
  const { rows } = await sql<{ lives: number }>`
    select 1 as lives from posts where post_title_web = ${webTitle} and id <> ${exceptId}
    union all
    select case when exists (select 1 from posts where posts.id = a.post_id) then 1 else 0 end as lives
    from post_addresses as a where a.post_title_web = ${webTitle} and a.post_id <> ${exceptId}`.execute(db);
  const [holder] = rows;
  return holder && { lives: holder.lives === 1 };
}

export async function keepAddress(db: Db, webTitle: string, postId: number): Promise<void> {
  await db.insertInto('post_addresses').values({ post_title_web: webTitle, post_id: postId }).execute();
}

export async function forgetAddress(db: Db, webTitle: string): Promise<void> {
  await db.deleteFrom('post_addresses').where('post_title_web', '=', webTitle).execute();
}

/** Of a deleted post, neither title nor status is left. */
export type Whereabouts = { web_title: string | null; active: number | null };

export async function byTitle(db: Db, webTitle: string): Promise<Whereabouts | undefined> {
  const here = await db
    .selectFrom('posts')
    .select(['post_title_web as web_title', 'active'])
    .where('post_title_web', '=', webTitle)
    .executeTakeFirst();
  return here ?? old(db).where('a.post_title_web', '=', webTitle).executeTakeFirst();
}

export async function byPostId(db: Db, id: number): Promise<Whereabouts | undefined> {
  const here = await db
    .selectFrom('posts')
    .select(['post_title_web as web_title', 'active'])
    .where('id', '=', id)
    .executeTakeFirst();
  return here ?? old(db).where('a.post_id', '=', id).limit(1).executeTakeFirst();
}

const old = (db: Db) =>
  db
    .selectFrom('post_addresses as a')
    .leftJoin('posts as p', 'p.id', 'a.post_id')
    .select(['p.post_title_web as web_title', 'p.active']);
