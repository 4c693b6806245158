import { rmSync } from 'node:fs';
import path from 'node:path';
import { Kysely, sql } from 'kysely';
import { isCorrupt } from '../../platform/db/database-errors.ts';
import { createDayTables } from '../../platform/db/migrations/061-statistics-day-tables.ts';
import type { Db } from '../../platform/db/open.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { nodeSqlite } from '../../platform/db/sqlite.ts';

/** Where the sums of the current day are added up, and what its visitors are recognized by. */
export type DayDatabase = {
  db: Db;
  /** Whether its sums have to be copied to the database of the site. */
  isSeparate: boolean;
  close(): Promise<void>;
};

export const statisticsFile = 'statistics.sqlite';

/** On PostgreSQL the tables of the day are in the database of the site. */
export const sameDatabase = (db: Db): DayDatabase => ({ db, isSeparate: false, close: async () => {} });

/**
 * On SQLite the day has a file of its own, which only has the tables of statistics. Every write to the main file makes other
 * processes forget their cached pages, takes its only lock and waits for the disk; here a commit does not wait for the disk, so a
 * crash of the machine, not of the process, may lose the last ones. What is deleted is overwritten. A corrupt file is replaced: it
 * has nothing but this day.
 */
export async function openDayFile(dataDir: string): Promise<DayDatabase> {
  const file = path.join(dataDir, statisticsFile);
  try {
    return await openFile(file);
  } catch (error) {
    if (!isCorrupt(error)) throw error;
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
    return openFile(file);
  }
}

async function openFile(file: string): Promise<DayDatabase> {
  const { dialect } = nodeSqlite(file, {
    // Nothing else runs in this process meanwhile; sums that could not be written are tried again.
    busyMs: 20,
    isFlushed: false,
    pragmas: 'pragma secure_delete = on; pragma journal_size_limit = 1000000;',
  });
  const db: Db = new Kysely<Schema>({ dialect });
  try {
    await createDayTables(db, 'sqlite');
    for (const statement of tables) await statement.execute(db);
    await sql`pragma quick_check(1)`.execute(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return { db, isSeparate: true, close: () => db.destroy() };
}

const key = sql`day text not null, kind text not null, name text not null, primary key (day, kind, name)`;
// Not `insert or ignore`: within a trigger the conflict clause of the outer statement counts.
const markChanged = sql`insert into statistics_changed select new.day, new.kind, new.name where not exists (
  select 1 from statistics_changed where day = new.day and kind = new.kind and name = new.name
)`;

/** The triggers note which sums the database of the site does not have yet. */
const tables = [
  sql`create table if not exists statistics (
    day text not null, kind text not null, name text not null, views integer not null, visitors integer not null,
    primary key (day, kind, name)
  ) strict, without rowid`,
  sql`create table if not exists statistics_changed (${key}) strict, without rowid`,
  sql`create trigger if not exists added after insert on statistics begin ${markChanged}; end`,
  sql`create trigger if not exists changed after update on statistics begin ${markChanged}; end`,
];
