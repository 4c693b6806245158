import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Entries of the activity log in the language of the person who reads them. */
export const up: Migration = async (db) => {
  await sql`alter table activity add column message text`.execute(db);
};
