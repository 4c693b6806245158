import { inBatches } from '../../platform/db/in-batches.ts';
import type { Db } from '../../platform/db/open.ts';
import { topOfDays } from './store/lists.ts';
import { deleteOtherNames } from './store/statistics.ts';
import type { StatisticsKind } from './tables.ts';

/** Kinds with many names; of the others every day stays. */
const kinds: readonly StatisticsKind[] = ['page', 'referrer', 'search', 'missing'];
const monthsKept = 13;
/** Months before those, which are looked at again in case the site did not run. */
const monthsLookedAt = 24;
const namesKept = 100;
const rowsAtOnce = 200;

/** Of months that are long past, keeps the largest names of each kind, so that the table does not grow without end. */
export async function trimStatistics(blog: { db: Db; now: () => Date }, signal?: AbortSignal): Promise<void> {
  for (let back = 1; back <= monthsLookedAt; back++)
    for (const kind of kinds) {
      if (signal?.aborted) return;
      await trimMonth(blog.db, kind, monthBefore(blog.now(), monthsKept + back), signal);
    }
}

type Month = { from: string; to: string; days: string[] };

function monthBefore(now: Date, months: number): Month {
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1))
    .toISOString()
    .slice(0, 7);
  // Those that a short month does not have are in no row.
  const days = Array.from({ length: 31 }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`);
  return { from: `${month}-01`, to: `${month}-31`, days };
}

async function trimMonth(db: Db, kind: StatisticsKind, month: Month, signal?: AbortSignal): Promise<void> {
  const top = await topOfDays(db, {
    kind,
    days: month.days,
    visitors: 'sum',
    order: 'views',
    limit: namesKept + 1,
  });
  if (top.length <= namesKept) return;
  const keep = top.slice(0, namesKept).map(({ name }) => name);
  await inBatches(
    0,
    rowsAtOnce,
    async (_, size) => ((await deleteOtherNames(db, { kind, ...month, keep, size })) > 0 ? 0 : null),
    signal,
  );
}
