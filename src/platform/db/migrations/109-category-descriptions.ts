import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** What the list of a category says about it. */
export const up: Migration = async (db, { kind }) => {
  await sql`alter table categories add column description text not null default ''`.execute(db);
  if (kind === 'postgres')
    await sql`create trigger tell_category_description after update on categories for each row
      when (old.description <> new.description) execute function tell_all()`.execute(db);
};
