import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Which version of the renderer made the stored HTML of a post; 0 is older than all of them. */
export const up: Migration = async (db) => {
  await sql`alter table posts add column renderer_version integer not null default 0`.execute(db);
  await sql`create index posts_by_renderer_version on posts (renderer_version, id)`.execute(db);
};
