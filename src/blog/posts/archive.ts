import type { PostLink } from '../../contract/posts.ts';
import { type Month, monthStart } from '../../rules/calendar.ts';
import { countPeriods, neighborsOf, postsOfPeriod, publicMonths } from '../../store/archive.ts';
import type { Blog } from '../blog.ts';
import { linkTag, listTag, postTag, read } from '../reads.ts';
import { readSite } from '../site/site.ts';

type MonthCount = Month & { count: number };
type Neighbors = { previous: PostLink | null; next: PostLink | null };

const allPosts = listTag({ kind: 'all', name: '' });

/** The months that have public posts, newest first, as the calendar of the site's time zone divides them. */
export async function archiveMonths(blog: Blog): Promise<MonthCount[]> {
  const zone = await zoneOf(blog);
  const stored = await readMonths(blog);
  const counts = new Map(stored.map(({ month, total }) => [indexOf(month), Number(total)]));
  const starts = [...new Set([...counts.keys()].flatMap((index) => [index, index + 1]))];
  const edges = await readEdges(
    blog,
    starts.map((index) => monthAt(index)),
    zone,
  );
  for (const [position, index] of starts.entries()) {
    const earlier = edges[position] ?? 0;
    counts.set(index, (counts.get(index) ?? 0) + earlier);
    counts.set(index - 1, (counts.get(index - 1) ?? 0) - earlier);
  }
  return [...counts]
    .filter(([, count]) => count > 0)
    .sort(([a], [b]) => b - a)
    .map(([index, count]) => ({ ...monthAt(index), count }));
}

const readMonths = (blog: Blog) => read(blog, publicMonths, () => [allPosts]);

/** Months since the year 0. */
const indexOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;
const monthAt = (index: number): Month => ({ year: Math.floor(index / 12), month: (index % 12) + 1 });

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

async function countArchived(blog: Blog, asked: Asked, zone: string): Promise<number> {
  const around = monthsAround(asked);
  const [first, end] = around.map(({ year, month }) => year * 12 + month - 1);
  const inside = (await readMonths(blog)).filter(({ month }) => {
    const index = indexOf(month);
    return index >= (first ?? 0) && index < (end ?? 0);
  });
  const [earlier = 0, later = 0] = await readEdges(blog, around, zone);
  return inside.reduce((sum, { total }) => sum + Number(total), earlier - later);
}

/** The public posts of a year or a month, newest first. */
export async function archivedPosts(
  blog: Blog,
  asked: Asked,
  page: { limit: number; offset: number },
): Promise<{ posts: PostLink[]; total: number }> {
  const zone = await zoneOf(blog);
  const [first, end] = monthsAround(asked);
  const period = { from: monthStart(first, zone), to: monthStart(end, zone) };
  const total = await countArchived(blog, asked, zone);
  const posts = await read(
    blog,
    (db) => postsOfPeriod(db, period, page),
    (posts) => [allPosts, ...posts.map(({ id }) => linkTag(id))],
  );
  return { posts, total };
}

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
