import { sql } from 'kysely';
import type { Migration } from '../migrate.ts';

/** Addresses that public posts once had. A post that is deleted leaves its addresses here, and no post of that id. */
export const up: Migration = async (db, { tableEnd }) => {
  await sql`create table post_addresses (
    post_title_web text not null primary key,
    post_id integer not null
  ) ${tableEnd}`.execute(db);
  await sql`create index post_addresses_by_post on post_addresses (post_id)`.execute(db);
};
