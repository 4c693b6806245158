import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Stores the features that the spam filter extracts, so that re-scoring does not parse every pending comment again. */
export const up: Migration = async (db) => {
  await sql`alter table comments add column features text`.execute(db);
};
