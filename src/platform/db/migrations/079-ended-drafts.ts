import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * A discarded draft stays in its table, in the bin, until it is restored or has expired. Of a draft whose text was saved only the
 * sequence number stays, so that a request that arrives late does not bring it back.
 */
export const up: Migration = async (db, { date }) => {
  await sql`alter table drafts add column state text not null default 'open'
    check (state in ('open', 'bin', 'ended'))`.execute(db);
  await sql`alter table drafts add column ended_date ${date}`.execute(db);
};
