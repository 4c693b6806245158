import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * What is due in the order in which it is published: otherwise all of it is sorted for each file. And the few redirects, which
 * each run reads.
 */
export const up: Migration = async (db) => {
  await sql`drop index published_due`.execute(db);
  await sql`create index published_due on published (due, rank desc, id) where due is not null`.execute(db);
  await sql`create index published_redirects on published (path) where status > 200`.execute(db);
};
