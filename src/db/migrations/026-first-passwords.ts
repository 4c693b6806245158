import { sql } from 'kysely';
import type { Migration } from '../migrate.ts';

/** Whether a password is too easy to guess (null: not known yet), and until when one that was never used signs in. */
export const up: Migration = async (db, { date }) => {
  await sql`alter table users add column weak_password integer check (weak_password in (0, 1))`.execute(db);
  await sql`alter table users add column unused_until ${date}`.execute(db);
};
