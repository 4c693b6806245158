import { sql } from 'kysely';
import { dialectOf } from '../../../platform/db/dialect.ts';
import type { BatchSize } from '../../../platform/db/in-batches.ts';
import type { Db } from '../../../platform/db/open.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import type { StatisticsKind } from '../tables.ts';
import type { StatisticsRow } from './statistics.ts';

/** What visitors of a day are recognized by: in the database of the site, or on SQLite in a file of its own. */

export async function readSalt(tx: Db, day: string): Promise<string | null> {
  const row = await tx
    .selectFrom('statistics_salts')
    .select('salt')
    .where('day', '=', day)
    .executeTakeFirst();
  return row?.salt ?? null;
}

/** Unless another process was first. */
export async function addSalt(tx: Db, day: string, salt: string): Promise<void> {
  await tx
    .insertInto('statistics_salts')
    .values({ day, salt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** One JSON text for all rows: a list of values would be another statement for each number of rows, and is compiled each time. */
const insertVisitors = prepared((tx, day: string, hashes: string) =>
  tx
    .insertInto('statistics_visitors')
    .columns(['day', 'hash'])
    .expression((eb) =>
      eb
        .selectFrom(dialectOf(tx).integersOf(sql.val(hashes)).as('new'))
        .select([sql<string>`cast(${day} as text)`.as('day'), sql<number>`value`.as('hash')])
        // SQLite would take "on conflict" for the condition of a join.
        .where(sql<boolean>`true`),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash'),
);

/** Returns those that are new on this day. In ascending order, so that two processes do not wait in a circle. */
export async function addVisitors(tx: Db, day: string, hashes: readonly number[]): Promise<Set<number>> {
  if (hashes.length === 0) return new Set();
  const sorted = [...hashes].sort((a, b) => a - b);
  return new Set((await insertVisitors(tx, day, JSON.stringify(sorted))).map(({ hash }) => hash));
}

/** Records the largest number of subscribers that a reader named; returns by how many the sum of all readers grew. */
export async function raiseSubscribers(
  tx: Db,
  day: string,
  feed: string,
  readers: ReadonlyMap<string, number>,
): Promise<number> {
  let grown = 0;
  for (const reader of [...readers.keys()].sort()) {
    const subscribers = readers.get(reader) ?? 0;
    await tx
      .insertInto('statistics_readers')
      .values({ day, feed, reader, subscribers: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const same = { day, feed, reader };
    const before = await tx
      .selectFrom('statistics_readers')
      .select('subscribers')
      .where((eb) => eb.and(same))
      .modifyEnd(dialectOf(tx).forUpdate)
      .executeTakeFirstOrThrow();
    if (before.subscribers >= subscribers) continue;
    await tx
      .updateTable('statistics_readers')
      .set({ subscribers })
      .where((eb) => eb.and(same))
      .execute();
    grown += subscribers - before.subscribers;
  }
  return grown;
}

/** Which of these names the day has already, and how many names of the kind it has at all. */
export async function namesOfDay(
  tx: Db,
  day: string,
  kind: StatisticsKind,
  names: readonly string[],
): Promise<{ known: Set<string>; count: number }> {
  const ofKind = tx.selectFrom('statistics').where('day', '=', day).where('kind', '=', kind);
  const rows = await ofKind.select('name').where('name', 'in', names).execute();
  const known = new Set(rows.map(({ name }) => name));
  if (known.size === names.length) return { known, count: 0 };
  const { count } = await ofKind
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { known, count };
}

/** Every day that has a salt or hashes. */
export async function daysWithTraces(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('statistics_salts')
    .select('day')
    .union(db.selectFrom('statistics_visitors').select('day').distinct())
    .union(db.selectFrom('statistics_readers').select('day').distinct())
    .execute();
  return rows.map(({ day }) => day);
}

/** Without the salt the hashes of the day tell nothing. */
export async function deleteSalt(db: Db, day: string): Promise<void> {
  await db.deleteFrom('statistics_salts').where('day', '=', day).execute();
  await db.deleteFrom('statistics_readers').where('day', '=', day).execute();
}

export async function deleteVisitors(db: Db, day: string, size: BatchSize): Promise<number> {
  const rows = await db
    .selectFrom('statistics_visitors')
    .select('hash')
    .where('day', '=', day)
    .orderBy('hash')
    .limit(size)
    .execute();
  const last = rows.at(-1);
  if (!last) return 0;
  await db.deleteFrom('statistics_visitors').where('day', '=', day).where('hash', '<=', last.hash).execute();
  return rows.length;
}

/** Sums of the file of the day that the database of the site does not have yet. */
export const changedSums = (day: Db, limit: number): Promise<StatisticsRow[]> =>
  day
    .selectFrom('statistics_changed as c')
    .innerJoin('statistics as s', (join) =>
      join.onRef('s.day', '=', 'c.day').onRef('s.kind', '=', 'c.kind').onRef('s.name', '=', 'c.name'),
    )
    .select(['s.day', 's.kind', 's.name', 's.views', 's.visitors'])
    .limit(limit)
    .execute();

/** Those that changed again meanwhile stay marked. */
export async function unmarkSums(tx: Db, copied: readonly StatisticsRow[]): Promise<void> {
  for (const { day, kind, name, views, visitors } of copied)
    await tx
      .deleteFrom('statistics_changed')
      .where((eb) => eb.and({ day, kind, name }))
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('statistics')
            .select('day')
            .where((same) => same.and({ day, kind, name, views, visitors })),
        ),
      )
      .execute();
}

/** Once the database of the site has them. */
export async function deleteSumsOfDay(day: Db, of: string): Promise<void> {
  await day.deleteFrom('statistics').where('day', '=', of).execute();
  await day.deleteFrom('statistics_changed').where('day', '=', of).execute();
}

/** SQLite's write-ahead log still has what was deleted. Skipped while another process reads; the next commits overwrite it. */
export async function emptyLog(day: Db): Promise<void> {
  await sql`pragma wal_checkpoint(truncate)`.execute(day);
}
