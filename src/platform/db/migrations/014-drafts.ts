import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Unsaved changes of administrators. */
export const up: Migration = async (db, { date, tableOptions }) => {
  await sql`create table drafts (
    post_id integer not null references posts (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    post_title text not null,
    post_content text not null,
    version integer not null,
    date ${date} not null,
    primary key (post_id, user_id)
  ) ${tableOptions}`.execute(db);
};
