import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** The page of an empty category depends on whether the category exists, so creating or deleting one notifies as well. */
export const up: Migration = async (db, { kind }) => {
  if (kind !== 'postgres') return;
  await sql`create trigger tell_category after insert or delete on categories
    for each row execute function tell_all()`.execute(db);
};
