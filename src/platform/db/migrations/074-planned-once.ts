import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * SQLite compares the value of `kind = ?` with the condition of a partial index, and therefore plans a statement again at each
 * call: a millisecond for every list. It does not compare it with an expression of the column.
 */
export const up: Migration = async (db) => {
  await sql`drop index listings_by_shuffle`.execute(db);
  await sql`create index listings_by_shuffle on listings (name, shuffle, post_id) where kind || '' = 'topic'`.execute(
    db,
  );
};
