import { sql } from 'kysely';
import type { Migration } from '../migration.ts';
import { createDayTables } from './061-statistics-day-tables.ts';

/**
 * Sums of what readers asked for, per day. No trigger notifies of them: no page for readers shows any. What is needed to
 * recognize the visitors of a day is in tables that PostgreSQL does not write to its log; on SQLite it is in a file of its own
 * (`statistics-day-tables.ts`).
 */
export const up: Migration = async (db, { kind, tableOptions }) => {
  const isPostgres = kind === 'postgres';
  await sql`create table statistics (
    day text not null,
    kind text not null,
    name text not null,
    views integer not null,
    visitors integer not null,
    primary key (day, kind, name)
  ) ${isPostgres ? sql`` : sql`${tableOptions}, without rowid`}`.execute(db);
  await sql`create index statistics_by_name on statistics (kind, name, day)`.execute(db);
  if (!isPostgres) return;
  await createDayTables(db, kind);
  await sql`create function tell_statistics() returns trigger language plpgsql as $$
    begin
      perform tell_change('statistics');
      return null;
    end
  $$`.execute(db);
  await sql`create trigger tell_statistics after insert or update on settings for each row
    when (new.name = 'statistics') execute function tell_statistics()`.execute(db);
};
