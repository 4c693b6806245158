import { sql } from 'kysely';
import type { Migration } from '../migrate.ts';

/** Links that show a post to whoever has them. */
export const up: Migration = async (db, { id, date, tableEnd }) => {
  await sql`create table previews (
    id ${id},
    post_id integer not null references posts (id) on delete cascade,
    token_hash text not null unique,
    date_added ${date} not null,
    expires ${date} not null
  ) ${tableEnd}`.execute(db);
  await sql`create index previews_by_post on previews (post_id)`.execute(db);
};
