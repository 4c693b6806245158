import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** The language of the admin area for a person; empty: that of the site. */
export const up: Migration = async (db) => {
  await sql`alter table profiles add column language text not null default ''`.execute(db);
};
