import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Entering the grams of a post one by one took 12 ms. The job that indexes posts empties the pending list. */
export const up: Migration = async (db, { kind }) => {
  if (kind !== 'postgres') return;
  await sql`alter index post_grams_by_gram set (fastupdate = on)`.execute(db);
};
