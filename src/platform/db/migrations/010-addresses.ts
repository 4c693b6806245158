import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Former web titles of public posts. Those of a deleted post stay, with the id of a post that no longer exists. */
export const up: Migration = async (db, { tableOptions }) => {
  await sql`create table post_addresses (
    post_title_web text not null primary key,
    post_id integer not null
  ) ${tableOptions}`.execute(db);
  await sql`create index post_addresses_by_post on post_addresses (post_id)`.execute(db);
};
