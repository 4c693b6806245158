import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Which comment was sent with which form, so that a form that is sent twice is one comment. It has no reference to comments,
 * because its rows are deleted after a day anyway.
 */
export const up: Migration = async (db, { date, tableOptions }) => {
  await sql`create table comment_forms (
    form_id text not null primary key,
    comment_id integer not null,
    date ${date} not null
  ) ${tableOptions}`.execute(db);
};
