import { type RawBuilder, sql } from 'kysely';
import type { BatchSize } from '../../../platform/db/in-batches.ts';
import type { Db } from '../../../platform/db/open.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { nameOfPost } from '../../../platform/http/counted.ts';
import type { StatisticsKind } from '../tables.ts';

export type StatisticsRow = Schema['statistics'];
type Numbers = { views: number; visitors: number };
type DayNumbers = Numbers & { day: string };
export type NameNumbers = Numbers & { name: string };

/** SQLite takes 32,766 parameters in a statement. */
const rowsPerStatement = 500;

type Column = 'views' | 'visitors';

/** In the order of the key, so that two processes do not wait for each other in a circle. */
async function mergeStatistics(
  tx: Db,
  rows: readonly StatisticsRow[],
  merged: (column: Column) => RawBuilder<number>,
): Promise<void> {
  const key = ({ day, kind, name }: StatisticsRow) => `${day} ${kind} ${name}`;
  const sorted = [...rows].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  for (let start = 0; start < sorted.length; start += rowsPerStatement)
    await tx
      .insertInto('statistics')
      .values(sorted.slice(start, start + rowsPerStatement))
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'kind', 'name'])
          .doUpdateSet({ views: merged('views'), visitors: merged('visitors') }),
      )
      .execute();
}

const stored = (column: Column) => sql.ref<number>(`statistics.${column}`);
const given = (column: Column) => sql.ref<number>(`excluded.${column}`);

/** Adds to the sums of days. */
export const addStatistics = (tx: Db, rows: readonly StatisticsRow[]): Promise<void> =>
  mergeStatistics(tx, rows, (column) => sql`${stored(column)} + ${given(column)}`);

/** Raises the sums of days, which only grow. SQLite alone has sums to copy. */
export const raiseStatistics = (tx: Db, rows: readonly StatisticsRow[]): Promise<void> =>
  mergeStatistics(tx, rows, (column) => sql`max(${stored(column)}, ${given(column)})`);

type Period = { from: string; to: string };

/** The sums of each day from `from` to `to`, both included; days without any are left out. Without a name: of all names. */
export async function daysOf(
  db: Db,
  { kind, name, from, to }: { kind: StatisticsKind; name?: string } & Period,
): Promise<DayNumbers[]> {
  return db
    .selectFrom('statistics')
    .select((eb) => [
      'day',
      eb.fn.sum<number>('views').as('views'),
      eb.fn.sum<number>('visitors').as('visitors'),
    ])
    .where('kind', '=', kind)
    .$if(name !== undefined, (query) => query.where('name', '=', name ?? ''))
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('day')
    .orderBy('day')
    .execute();
}

/** The days of each of these posts; posts without any view have no entry. */
export async function daysOfPosts(
  db: Db,
  ids: readonly number[],
  from: string,
  to: string,
): Promise<Map<number, DayNumbers[]>> {
  const found = new Map<number, DayNumbers[]>();
  if (ids.length === 0) return found;
  const idOf = new Map(ids.map((id) => [nameOfPost(id), id]));
  const rows = await db
    .selectFrom('statistics')
    .select(['name', 'day', 'views', 'visitors'])
    .where('kind', '=', 'page')
    .where('name', 'in', [...idOf.keys()])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('name')
    .orderBy('day')
    .execute();
  for (const { name, ...numbers } of rows) {
    const id = idOf.get(name) as number;
    const days = found.get(id);
    if (days) days.push(numbers);
    else found.set(id, [numbers]);
  }
  return found;
}

/** All sums of one day. */
export const rowsOfDay = (db: Db, day: string): Promise<StatisticsRow[]> =>
  db.selectFrom('statistics').selectAll().where('day', '=', day).execute();

/** The first day that has sums of this kind, from a day on. */
export async function firstDayOf(db: Db, kind: StatisticsKind, from: string): Promise<string | null> {
  const row = await db
    .selectFrom('statistics')
    .select('day')
    .where('day', '>=', from)
    .where('kind', '=', kind)
    .orderBy('day')
    .limit(1)
    .executeTakeFirst();
  return row?.day ?? null;
}

/** Deletes rows of a kind in a period whose names are none of these; returns how many. */
export async function deleteOtherNames(
  db: Db,
  { kind, from, to, keep, size }: { kind: StatisticsKind; keep: readonly string[]; size: BatchSize } & Period,
): Promise<number> {
  const old = await db
    .selectFrom('statistics')
    .select(['day', 'name'])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('kind', '=', kind)
    .$if(keep.length > 0, (query) => query.where('name', 'not in', keep))
    .orderBy('day')
    .limit(size)
    .execute();
  const [first] = old;
  if (!first) return 0;
  // All of one day: a list of pairs is written differently in each database.
  const names = old.filter(({ day }) => day === first.day).map(({ name }) => name);
  await db
    .deleteFrom('statistics')
    .where('day', '=', first.day)
    .where('kind', '=', kind)
    .where('name', 'in', names)
    .execute();
  return names.length;
}
