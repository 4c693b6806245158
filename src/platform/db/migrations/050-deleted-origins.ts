import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Comments from other servers that the owner deleted, so that they do not come back when their server sends them again. Kept
 * longer than `deleted_comments`: as long as the post.
 */
export const up: Migration = async (db, { date, tableOptions }) => {
  await sql`create table deleted_origins (
    origin_id text primary key,
    post_id integer not null references posts (id) on delete cascade,
    comment_id integer not null,
    date_deleted ${date} not null
  ) ${tableOptions}`.execute(db);
  await sql`create index deleted_origins_by_post on deleted_origins (post_id)`.execute(db);
};
