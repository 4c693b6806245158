import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** The activity log: what was done on the site, by whom and from where. */
export const up: Migration = async (db, { id, date, tableOptions }) => {
  await sql`create table activity (
    id ${id},
    date ${date} not null,
    kind text not null,
    what text not null,
    username text,
    address text not null,
    browser text not null
  ) ${tableOptions}`.execute(db);
  await sql`create index activity_by_kind on activity (kind, id)`.execute(db);
  await sql`create index activity_by_date on activity (date)`.execute(db);
};
