import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Credentials of other servers that the owner entered, encrypted with a key that is not in the database. */
export const up: Migration = async (db, { date, tableOptions }) => {
  await sql`create table connections (
    name text not null primary key,
    sealed text not null,
    changed ${date} not null
  ) ${tableOptions}`.execute(db);
};
