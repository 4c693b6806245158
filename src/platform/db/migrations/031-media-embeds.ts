import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Audio and video files, and preview images of embedded pages, each stored once. What is known of an embedded page is
 * found when a post is saved; `retry_date` is set while a page could not be read.
 */
export const up: Migration = async (db, { id, date, tableOptions }) => {
  await sql`create table media (
    id ${id},
    hash text not null unique,
    kind text not null,
    title text not null,
    type text not null,
    variants text not null,
    bytes integer not null,
    date_added ${date} not null
  ) ${tableOptions}`.execute(db);
  await sql`create index media_by_kind on media (kind, id)`.execute(db);
  await sql`create table embeds (
    url text primary key,
    found text,
    image text,
    tries integer not null,
    retry_date ${date},
    date_found ${date}
  ) ${tableOptions}`.execute(db);
  await sql`create index embeds_by_retry_date on embeds (retry_date)`.execute(db);
};
