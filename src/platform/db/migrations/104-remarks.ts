import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** What invited readers say about a post under a preview link. */
export const up: Migration = async (db, { id, date, tableOptions }) => {
  await sql`alter table previews add column remarks integer not null default 0`.execute(db);
  await sql`create table remarks (
    id ${id},
    post_id integer not null references posts (id) on delete cascade,
    -- Without a reference: remarks stay for the author when the link has ended.
    preview_id integer not null,
    name text not null,
    paragraph text not null,
    paragraph_html text not null,
    quote text not null,
    remark text not null,
    proposal text not null,
    answer text not null,
    resolved integer not null default 0,
    date ${date} not null
  ) ${tableOptions}`.execute(db);
  await sql`create index remarks_by_post on remarks (post_id)`.execute(db);
};
