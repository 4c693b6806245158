import { sql } from 'kysely';
import { dialectOf } from '../../../../platform/db/dialect.ts';
import type { Db } from '../../../../platform/db/open.ts';
import { prepared } from '../../../../platform/db/prepared.ts';
import type { ListingKind } from '../../../../platform/db/schema.ts';

/** Lists of one name, read as one. */
export type Lists = { kinds: readonly [ListingKind, ListingKind?]; name: string };

/** Where a page begins: after skipping so many posts of those from `bound` on, or before it if the newest come first. */
export type ListPosition = { bound: string | null; offset: number };

/** Up to here, skipping posts costs less than adding up months. */
const nearby = 500;

/** As JSON, which SQLite reads in half the time of rows. */
const monthsOf = prepared((db, kind: ListingKind, other: ListingKind, name: string) => {
  const { jsonValues } = dialectOf(db);
  return db
    .selectFrom('listing_months')
    .select([jsonValues(sql.ref('month')).as('months'), jsonValues(sql.ref('total')).as('totals')])
    .where('kind', 'in', [kind, other])
    .where('name', '=', name);
});

/** How many posts each month in UTC has, oldest first. */
export async function monthTotals(
  db: Db,
  { kinds: [kind, other = kind], name }: Lists,
): Promise<{ month: string; total: number }[]> {
  const [row] = await monthsOf(db, kind, other, name);
  const totals: number[] = JSON.parse(row?.totals ?? '[]');
  const sums = new Map<string, number>();
  for (const [index, month] of (JSON.parse(row?.months ?? '[]') as string[]).entries())
    sums.set(month, (sums.get(month) ?? 0) + (totals[index] ?? 0));
  return Array.from(sums, ([month, total]) => ({ month, total })).sort((one, next) =>
    one.month < next.month ? -1 : 1,
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
