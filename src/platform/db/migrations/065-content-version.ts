import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Triggers increase it with each change of what readers see (`content-version.ts`). PostgreSQL notifies instead. */
export const up: Migration = async (db, { kind, tableOptions }) => {
  if (kind === 'postgres') return;
  await sql`create table content_version (version integer not null) ${tableOptions}`.execute(db);
  await sql`insert into content_version (version) values (0)`.execute(db);
};
