import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Blog } from '../../platform/blog.ts';
import type { Db } from '../../platform/db/open.ts';
import { type NamesOfKind, sumsAfter, sumsOfNames, topOfDays } from './store/lists.ts';
import type { NameNumbers } from './store/statistics.ts';

/** Numbers of these days may still change: today's, and yesterday's while a process is late. */
const recentDays = 2;
/** Up to here the days are read one by one, and beyond that name by name. */
const fewDays = 30;
const namesAtOnce = 100;
/** With fewer names than that they are read again each time. */
const manyNames = 500;
/** As many as a CSV file has. */
const keptNames = 10_000;
const lifetime = 60 * 60_000;

type Order = 'views' | 'visitors';
type Wanted = NamesOfKind & { order: Order; limit: number };
/** `rest`: the highest number of a name that was left out; null: none was. */
type Earlier = { made: number; names: Map<string, NameNumbers>; rest: number | null };

const caches = new WeakMap<Db, Map<string, Earlier>>();

/**
 * The names with the highest numbers. A year of a site with many names takes 0.2 s to add up, and nearly all of it is over: that
 * part is kept for an hour, and the last days are added to it.
 */
export async function topNames(blog: Blog, days: readonly string[], wanted: Wanted): Promise<NameNumbers[]> {
  const { db } = blog;
  const past = days.slice(0, -recentDays);
  const recent = await topOfDays(db, {
    ...wanted,
    days: days.slice(-recentDays),
    limit: Number.MAX_SAFE_INTEGER,
  });
  const earlier = await earlierSums(blog, past, wanted);
  const found = new Map(earlier.names);
  const unknown: NameNumbers[] = [];
  for (const row of recent) {
    const before = found.get(row.name);
    if (before || earlier.rest === null) found.set(row.name, added(before, row, wanted));
    else unknown.push(row);
  }
  const top = highest(found.values(), wanted);
  // Names that were left out count if they could be among the highest.
  const least = top.length < wanted.limit ? 0 : (top.at(-1)?.[wanted.order] ?? 0);
  const candidates = unknown.filter((row) => row[wanted.order] + (earlier.rest ?? 0) >= least);
  if (candidates.length === 0) return top;
  const before = await sumsOfNames(db, {
    ...wanted,
    from: past[0] ?? '',
    to: past.at(-1) ?? '',
    names: candidates.map(({ name }) => name),
  });
  return highest([...top, ...candidates.map((row) => added(before.get(row.name), row, wanted))], wanted);
}

async function earlierSums(blog: Blog, days: readonly string[], wanted: Wanted): Promise<Earlier> {
  const cache = caches.get(blog.db) ?? new Map<string, Earlier>();
  caches.set(blog.db, cache);
  const now = blog.now().getTime();
  for (const [key, { made }] of cache) if (now < made || now >= made + lifetime) cache.delete(key);
  const key = `${wanted.kind} ${days[0]} ${days.at(-1)}`;
  const known = cache.get(key);
  if (known) return known;
  const all = await (days.length > fewDays ? addUp : addUpFew)(blog.db, days, wanted);
  const kept = highest(all, { ...wanted, limit: keptNames });
  const earlier = {
    made: now,
    names: new Map(kept.map((row) => [row.name, row])),
    rest: all.length > keptNames ? (kept.at(-1)?.[wanted.order] ?? 0) : null,
  };
  if (all.length > manyNames) cache.set(key, earlier);
  return earlier;
}

const addUpFew = (db: Db, days: readonly string[], wanted: Wanted): Promise<NameNumbers[]> =>
  topOfDays(db, { ...wanted, days, limit: Number.MAX_SAFE_INTEGER });

/** Some names at a time, so that other requests are answered in between. */
async function addUp(db: Db, days: readonly string[], { kind, visitors }: Wanted): Promise<NameNumbers[]> {
  const range = { kind, visitors, from: days[0] ?? '', to: days.at(-1) ?? '', limit: namesAtOnce };
  const all: NameNumbers[] = [];
  for (;;) {
    const names = await sumsAfter(db, { ...range, after: all.at(-1)?.name ?? '' });
    all.push(...names);
    if (names.length < namesAtOnce) return all;
    await yieldToEventLoop();
  }
}

function added(before: NameNumbers | undefined, row: NameNumbers, { visitors }: Wanted): NameNumbers {
  if (!before) return row;
  return {
    name: row.name,
    views: before.views + row.views,
    visitors: visitors === 'sum' ? before.visitors + row.visitors : Math.max(before.visitors, row.visitors),
  };
}

const highest = (rows: Iterable<NameNumbers>, { order, limit }: Wanted): NameNumbers[] =>
  [...rows].sort((a, b) => b[order] - a[order] || (a.name < b.name ? -1 : 1)).slice(0, limit);
