import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** How many mails of a newsletter the owner canceled, and what is known of it once its single mails are deleted. */
export const up: Migration = async (db) => {
  await sql`alter table newsletters add column canceled integer not null default 0`.execute(db);
  await sql`alter table newsletters add column summary text`.execute(db);
};
