import { sql } from 'kysely';
import type { Migration } from '../migrate.ts';

/** What the filter sees of a comment is stored with it, so that a lesson does not read every waiting text again. */
export const up: Migration = async (db) => {
  await sql`alter table comments add column features text`.execute(db);
};
