import { sql } from 'kysely';
import type { BatchSize } from '../db/in-batches.ts';
import type { Db } from '../db/open.ts';

type Text = { id: number; post_id: number; post_title: string; shows: number };

/** Every variant of an image has the hash in its file name. */
const shows = (hash: string) => sql<number>`case when t.post_content like ${`%${hash}%`} then 1 else 0 end`;

/** The posts after the id `after`, and whether the text of each shows the image. */
export const postsShowing = (db: Db, hash: string, after: number, size: BatchSize): Promise<Text[]> =>
  db
    .selectFrom('posts as t')
    .select(['t.id', 't.id as post_id', 't.post_title', shows(hash).as('shows')])
    .where('t.id', '>', after)
    .orderBy('t.id')
    .limit(size)
    .execute();

export const revisionsShowing = (db: Db, hash: string, after: number, size: BatchSize): Promise<Text[]> =>
  db
    .selectFrom('revisions as t')
    .innerJoin('posts as p', 'p.id', 't.post_id')
    .select(['t.id', 't.post_id', 'p.post_title', shows(hash).as('shows')])
    .where('t.id', '>', after)
    .orderBy('t.id')
    .limit(size)
    .execute();

export const draftsShowing = (db: Db, hash: string) =>
  db
    .selectFrom('drafts as t')
    .select(['t.post_id', 't.post_title', 't.user_id'])
    .where('t.post_content', 'like', `%${hash}%`)
    .orderBy('t.date', 'desc')
    .execute();
