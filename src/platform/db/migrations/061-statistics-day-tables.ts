import { type Kysely, sql } from 'kysely';

/**
 * What a day's visitors are recognized by. Emptied when the day is over, and neither in backups nor in moves: on PostgreSQL
 * the tables are unlogged, which `catalog.ts` leaves out; on SQLite they are in `statistics.sqlite`.
 */
export type StatisticsDayTables = {
  /** A random secret for each day, from which the hashes of that day are made. */
  statistics_salts: { day: string; salt: string };
  /** One row for each visitor of the site, of a page, of a feed … of a day: a hash that tells nothing without the salt. */
  statistics_visitors: { day: string; hash: number };
  /** How many subscribers a feed reader said that it fetches a feed for: the largest number of the day. */
  statistics_readers: { day: string; feed: string; reader: string; subscribers: number };
};

export async function createDayTables(
  // biome-ignore lint/suspicious/noExplicitAny: the main database, or the file of the day
  db: Kysely<any>,
  kind: 'sqlite' | 'postgres',
): Promise<void> {
  const create = kind === 'postgres' ? sql`create unlogged table` : sql`create table`;
  const options = kind === 'postgres' ? sql`` : sql`strict, without rowid`;
  const integer = kind === 'postgres' ? sql`bigint` : sql`integer`;
  const statements = [
    sql`${create} if not exists statistics_salts (day text primary key, salt text not null) ${options}`,
    sql`${create} if not exists statistics_visitors (
      day text not null, hash ${integer} not null, primary key (day, hash)
    ) ${options}`,
    sql`${create} if not exists statistics_readers (
      day text not null, feed text not null, reader text not null, subscribers integer not null,
      primary key (day, feed, reader)
    ) ${options}`,
  ];
  for (const statement of statements) await statement.execute(db);
}
