import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** In the order in which files are published. Otherwise all that are due are sorted for each of them. */
export const up: Migration = async (db) => {
  await sql`drop index published_due`.execute(db);
  await sql`create index published_due on published (due, rank desc, id) where due is not null`.execute(db);
};
