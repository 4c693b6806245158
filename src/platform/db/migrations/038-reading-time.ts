import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** 0 until the post is rendered again, which follows from the new version of the renderer. */
export const up: Migration = async (db) => {
  await sql`alter table posts add column reading_minutes integer not null default 0`.execute(db);
};
