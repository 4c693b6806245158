import { sql } from 'kysely';
import type { Migration } from '../migration.ts';
import { applicationId } from '../sqlite-check.ts';

/** Marks a SQLite file as ours, so that a foreign file is never mistaken for it. */
export const up: Migration = async (db, { kind }) => {
  if (kind === 'sqlite') await sql.raw(`pragma application_id = ${applicationId}`).execute(db);
};
