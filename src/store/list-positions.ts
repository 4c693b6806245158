import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import type { ListingKind } from '../db/schema.ts';

/** Lists of one name, read as one. */
export type Lists = { kinds: readonly [ListingKind, ListingKind?]; name: string };

/** Where a page begins: after skipping so many posts of those from `bound` on, or before it if the newest come first. */
export type ListPosition = { bound: string | null; offset: number };

/** Up to here, skipping posts costs less than adding up months. */
const nearby = 500;

type MonthTotal = { month: string; total: number };

/** As JSON, which SQLite reads in a quarter of the time of rows. */
const monthsOfOne = prepared((db, kind: ListingKind, name: string) =>
  db.selectNoFrom(
    dialectOf(db)
      .jsonRows(
        { month: sql.ref('m.month'), total: sql.ref('m.total') },
        sql`(select month, total from listing_months
             where kind = ${kind} and name = ${name} order by month) as m`,
      )
      .as('months'),
  ),
);

/** How many posts each month in UTC has, oldest first. */
export async function monthTotals(db: Db, { kinds, name }: Lists): Promise<MonthTotal[]> {
  const lists: MonthTotal[][] = [];
  for (const kind of kinds)
    if (kind) {
      const [row] = await monthsOfOne(db, kind, name);
      lists.push(JSON.parse(row?.months ?? '[]'));
    }
  return lists.reduce(merged);
}

/** Adds up two ordered lists. */
function merged(some: MonthTotal[], others: MonthTotal[]): MonthTotal[] {
  const totals = new Map(some.map(({ month, total }) => [month, total]));
  for (const { month, total } of others) totals.set(month, (totals.get(month) ?? 0) + total);
  return Array.from(totals, ([month, total]) => ({ month, total })).sort((one, other) =>
    one.month < other.month ? -1 : 1,
  );
}

/** Finds the month in which the post at an offset is, so that no more than its posts have to be skipped. */
export async function positionAt(
  db: Db,
  lists: Lists,
  offset: number,
  direction: 'asc' | 'desc',
): Promise<ListPosition> {
  if (offset <= nearby) return { bound: null, offset };
  const months = await monthTotals(db, lists);
  if (direction === 'desc') months.reverse();
  let rest = offset;
  for (const { month, total } of months) {
    if (rest < total) return { bound: direction === 'desc' ? endOf(month) : startOf(month), offset: rest };
    rest -= total;
  }
  // Beyond the end.
  return { bound: null, offset };
}

const startOf = (month: string): string => `${month}-01T00:00:00.000Z`;

/** Null for the last month that dates can be in. */
function endOf(month: string): string | null {
  const date = new Date(startOf(month));
  date.setUTCMonth(date.getUTCMonth() + 1);
  const end = date.toISOString();
  return end.startsWith('+') ? null : end;
}
