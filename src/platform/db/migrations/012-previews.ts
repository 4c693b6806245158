import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Secret links that show a post before it is public. */
export const up: Migration = async (db, { id, date, tableOptions }) => {
  await sql`create table previews (
    id ${id},
    post_id integer not null references posts (id) on delete cascade,
    token_hash text not null unique,
    date_added ${date} not null,
    expires ${date} not null
  ) ${tableOptions}`.execute(db);
  await sql`create index previews_by_post on previews (post_id)`.execute(db);
};
