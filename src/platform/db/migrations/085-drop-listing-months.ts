import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** The archive counts its periods in the index of listings, and a page far down a list skips the rows above it. */
export const up: Migration = async (db) => {
  await sql`drop table listing_months`.execute(db);
};
