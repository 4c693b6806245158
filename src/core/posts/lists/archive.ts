import type { Blog } from '../../../platform/blog.ts';
import { archivedTitles } from '../../../platform/http/api/limits.ts';
import { linkTag, listTag, postTag, read } from '../../../platform/http/cache/reads.ts';
import { type Month, monthStart } from '../../../platform/web/calendar.ts';
import { readSite } from '../../site/site.ts';
import type { PostLink } from '../api/posts.ts';
import type { Archive, ArchiveYear, MonthCount } from './api/archive.ts';
import { countPeriods, neighborsOf, type Period, postsOfPeriod, publicMonths } from './store/archive.ts';

type Neighbors = { previous: PostLink | null; next: PostLink | null };

const allPosts = listTag({ kind: 'all', name: '' });

/** All public posts, as the calendar of the site's time zone divides them; of more than a page can show, the years alone. */
export async function archive(blog: Blog): Promise<Archive> {
  const years = await archiveYears(blog);
  const total = years.reduce((sum, { count }) => sum + count, 0);
  if (total > archivedTitles) return { years, posts: null };
  const always = { from: '0001-01-01T00:00:00.000Z', to: '9999-12-31T23:59:59.999Z' };
  return { years, posts: await readPeriod(blog, always, { limit: archivedTitles, offset: 0 }) };
}

/** So many of the newest years are listed with their months; the pages of the others list theirs. */
const yearsWithMonths = 2;

/** The years that have public posts, newest first, as the calendar of the site's time zone divides them. */
async function archiveYears(blog: Blog): Promise<ArchiveYear[]> {
  const zone = await zoneOf(blog);
  const totals = await readTotals(blog);
  // Posts of the first and last hours of a year may be in another one.
  const around = totals.flatMap(({ index }) => [index - 1, index, index + 1]);
  const years = [...new Set(around.map((index) => Math.floor(index / 12)))].sort((a, b) => b - a);
  const counts = await countMonths(
    blog,
    totals,
    zone,
    years.map((year) => ({ first: 12 * year, end: 12 * (year + 1) })),
  );
  const found = years.flatMap((year, position) => {
    const count = counts[position] ?? 0;
    return count > 0 ? [{ year, count }] : [];
  });
  const newest = found.slice(0, yearsWithMonths);
  const months = await monthsOfYears(
    blog,
    totals,
    zone,
    newest.map(({ year }) => year),
  );
  return found.map((one, position) => ({ ...one, months: months[position] ?? [] }));
}

/** The months of each year that have public posts, newest first. */
async function monthsOfYears(
  blog: Blog,
  totals: Totals,
  zone: string,
  years: readonly number[],
): Promise<MonthCount[][]> {
  const months = years.flatMap((year) => Array.from({ length: 12 }, (_, month) => 12 * year + 11 - month));
  const counts = await countMonths(
    blog,
    totals,
    zone,
    months.map((index) => ({ first: index, end: index + 1 })),
  );
  const found = months
    .map((index, position) => ({ ...monthAt(index), count: counts[position] ?? 0 }))
    .filter(({ count }) => count > 0);
  return years.map((year) => found.filter((month) => month.year === year));
}

/** How many public posts each month in UTC has; months are counted since the year 0. */
type Totals = readonly { index: number; total: number }[];

async function readTotals(blog: Blog): Promise<Totals> {
  const months = await read(blog, publicMonths, () => [allPosts]);
  return months.map(({ month, total }) => ({ index: indexOf(month), total: Number(total) }));
}

const indexOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;
const monthAt = (index: number): Month => ({ year: Math.floor(index / 12), month: (index % 12) + 1 });

/** From the first month to the one before `end`. */
type Months = { first: number; end: number };

/** How many public posts are in each of these, by the calendar of the time zone. */
async function countMonths(
  blog: Blog,
  totals: Totals,
  zone: string,
  asked: readonly Months[],
): Promise<number[]> {
  const bounds = [...new Set(asked.flatMap(({ first, end }) => [first, end]))];
  const edges = await readEdges(blog, bounds.map(monthAt), zone);
  const edgeOf = new Map(bounds.map((index, position) => [index, edges[position] ?? 0]));
  return asked.map(({ first, end }) =>
    totals.reduce(
      (sum, { index, total }) => (index >= first && index < end ? sum + total : sum),
      (edgeOf.get(first) ?? 0) - (edgeOf.get(end) ?? 0),
    ),
  );
}

/**
 * Totals are stored by month in UTC. For each month: how many posts are in it in this time zone, but before it in UTC; negative
 * where it begins later than in UTC.
 */
async function readEdges(blog: Blog, months: readonly Month[], zone: string): Promise<number[]> {
  if (zone === 'UTC') return months.map(() => 0);
  const edges = months.map((month) => [monthStart(month, zone), monthStart(month, 'UTC')] as const);
  const periods = edges
    .filter(([start, utc]) => start !== utc)
    .map(([start, utc]) => (start < utc ? { from: start, to: utc } : { from: utc, to: start }));
  if (periods.length === 0) return months.map(() => 0);
  const counts = await read(
    blog,
    (db) => countPeriods(db, periods),
    () => [allPosts],
  );
  const counted = counts.values();
  return edges.map(([start, utc]) => {
    if (start === utc) return 0;
    const count = counted.next().value ?? 0;
    return start < utc ? count : -count;
  });
}

type Asked = { year: number; month?: number | undefined };

/** The first month, and the one after the last. */
const monthsAround = ({ year, month }: Asked): [Month, Month] =>
  month === undefined
    ? [
        { year, month: 1 },
        { year, month: 13 },
      ]
    : [
        { year, month },
        { year, month: month + 1 },
      ];

/** The public posts of a year or a month, newest first, and the months of a year. */
export async function archivedPosts(
  blog: Blog,
  asked: Asked,
  page: { limit: number; offset: number },
): Promise<{ posts: PostLink[]; total: number; months: MonthCount[] }> {
  const zone = await zoneOf(blog);
  const around = monthsAround(asked);
  const period = { from: monthStart(around[0], zone), to: monthStart(around[1], zone) };
  const [first, end] = around.map(({ year, month }) => year * 12 + month - 1);
  const totals = await readTotals(blog);
  const [total = 0] = await countMonths(blog, totals, zone, [{ first: first ?? 0, end: end ?? 0 }]);
  // The only page of a year has them as headings.
  const [months = []] =
    asked.month === undefined && total > page.limit
      ? await monthsOfYears(blog, totals, zone, [asked.year])
      : [];
  return { posts: await readPeriod(blog, period, page), total, months };
}

const readPeriod = (blog: Blog, period: Period, page: { limit: number; offset: number }) =>
  read(
    blog,
    (db) => postsOfPeriod(db, period, page),
    (posts) => [allPosts, ...posts.map(({ id }) => linkTag(id))],
  );

/** The public posts before and after this one. When others take their place, `relist` touches this post. */
export const neighbors = (blog: Blog, post: { id: number; post_date: string }): Promise<Neighbors> =>
  read(
    blog,
    (db) => neighborsOf(db, post),
    ({ previous, next }) => [
      postTag(post.id),
      ...[previous, next].flatMap((link) => (link ? [linkTag(link.id)] : [])),
    ],
  );

const zoneOf = async (blog: Blog): Promise<string> => (await readSite(blog)).time_zone;
