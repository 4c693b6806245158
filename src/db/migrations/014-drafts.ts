import { sql } from 'kysely';
import type { Migration } from '../migrate.ts';

/** What an administrator typed into a post and did not save yet. */
export const up: Migration = async (db, { date, tableEnd }) => {
  await sql`create table drafts (
    post_id integer not null references posts (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    post_title text not null,
    post_content text not null,
    version integer not null,
    date ${date} not null,
    primary key (post_id, user_id)
  ) ${tableEnd}`.execute(db);
};
