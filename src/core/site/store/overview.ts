import { dialectOf } from '../../../platform/db/dialect.ts';
import type { Db } from '../../../platform/db/open.ts';
import { countRows } from '../../../platform/db/results.ts';

type RecentEvent = {
  kind: 'post' | 'comment' | 'image';
  id: number;
  date: string;
  text: string;
  post_id: number;
  post_title: string;
};

/** The newest of each kind; the caller merges them. */
export async function recentEvents(db: Db, limit: number): Promise<RecentEvent[]> {
  const posts = await db
    .selectFrom('posts')
    .select(['id', 'post_date', 'post_title'])
    .where('kind', '=', 'post')
    .orderBy('post_date', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  const comments = await db
    .selectFrom('comments as c')
    .innerJoin('posts as p', 'p.id', 'c.post_id')
    .select(['c.id', 'c.date_added', 'c.comment_text', 'c.user_name', 'c.post_id', 'p.post_title'])
    .orderBy('c.date_added', 'desc')
    .orderBy('c.id', 'desc')
    .limit(limit)
    .execute();
  const images = await db
    .selectFrom('images as i')
    .innerJoin('posts as p', 'p.id', 'i.post_id')
    .select(['i.id', 'i.date_added', 'i.post_id', 'p.post_title'])
    .orderBy('i.id', 'desc')
    .limit(limit)
    .execute();
  return [
    ...posts.map((post) => ({
      kind: 'post' as const,
      id: post.id,
      date: post.post_date,
      text: '',
      post_id: post.id,
      post_title: post.post_title,
    })),
    ...comments.map((comment) => ({
      kind: 'comment' as const,
      id: comment.id,
      date: comment.date_added,
      text: `${comment.user_name}: ${comment.comment_text}`,
      post_id: comment.post_id,
      post_title: comment.post_title,
    })),
    ...images.map((image) => ({
      kind: 'image' as const,
      id: image.id,
      date: image.date_added,
      text: '',
      post_id: image.post_id,
      post_title: image.post_title,
    })),
  ];
}

export async function databaseBytes(db: Db): Promise<number> {
  const { rows } = await dialectOf(db).size.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** When the site was created. */
export async function firstMigration(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('migrations')
    .select((eb) => eb.fn.min<string | null>('applied').as('first'))
    .executeTakeFirst();
  return row?.first ?? undefined;
}

export const countAll = (db: Db, table: 'categories' | 'tags'): Promise<number> =>
  countRows(db.selectFrom(table));
