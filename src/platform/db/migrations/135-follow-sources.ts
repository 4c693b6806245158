import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * A later import of the same source recognizes by the hash what was changed there. An import may read a site at its URL, has the
 * owner's answers to its questions, and after a dry run some texts to compare with the source.
 */
export const up: Migration = async (db) => {
  await sql`alter table import_items add column source_hash text`.execute(db);
  await sql`alter table imports add column url text`.execute(db);
  await sql`alter table imports add column choices text not null default '{}'`.execute(db);
  await sql`alter table imports add column samples text not null default '[]'`.execute(db);
};
