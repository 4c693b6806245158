import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Whether a password is too weak (null: not checked yet), and when a generated password that was never used expires. */
export const up: Migration = async (db, { date }) => {
  await sql`alter table users add column weak_password integer check (weak_password in (0, 1))`.execute(db);
  await sql`alter table users add column unused_until ${date}`.execute(db);
};
