import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Text that authors deleted while writing. */
export const up: Migration = async (db, { date, tableOptions }) => {
  await sql`create table cuts (
    id text not null primary key,
    post_id integer references posts (id) on delete cascade,
    -- Without a reference: the text belongs to the post, also when its author is removed.
    user_id integer not null,
    creation_id text not null,
    html text not null,
    search_text text not null,
    place text not null,
    sequence integer not null,
    date ${date} not null
  ) ${tableOptions}`.execute(db);
  await sql`create index cuts_by_post on cuts (post_id)`.execute(db);
  await sql`create index cuts_by_creation on cuts (creation_id)`.execute(db);
};
