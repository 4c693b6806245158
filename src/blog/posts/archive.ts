import type { PostLink } from '../../contract/posts.ts';
import { endOfDates, type Month, monthOf, monthStart } from '../../rules/calendar.ts';
import {
  countPeriods,
  lastDateBefore,
  neighborsOf,
  type Period,
  postsOfPeriod,
} from '../../store/archive.ts';
import type { Blog } from '../blog.ts';
import { linkTag, listTag, postTag, read } from '../reads.ts';
import { readSite } from '../site/site.ts';

type MonthCount = Month & { count: number };
type Neighbors = { previous: PostLink | null; next: PostLink | null };

const allPosts = listTag({ kind: 'all', name: '' });
/** How many months one query counts. A gap between posts is skipped, however long it is. */
const monthsAtOnce = 120;

/** The months that have public posts, newest first, as the calendar of the site's time zone divides them. */
export async function archiveMonths(blog: Blog): Promise<MonthCount[]> {
  const zone = await zoneOf(blog);
  const months: MonthCount[] = [];
  let before = endOfDates;
  for (;;) {
    const newest = await read(
      blog,
      (db) => lastDateBefore(db, before),
      () => [allPosts],
    );
    if (newest === undefined) return months;
    const last = monthOf(newest, zone);
    const part = Array.from({ length: monthsAtOnce }, (_, index) => monthsBefore(last, index));
    const periods = part.map((month) => periodOf(month, zone));
    const counts = await read(
      blog,
      (db) => countPeriods(db, periods),
      () => [allPosts],
    );
    const counted = part.map((month, index) => ({ ...month, count: counts[index] ?? 0 }));
    months.push(...counted.filter(({ count }) => count > 0));
    before = periods.at(-1)?.from ?? newest;
  }
}

const monthsBefore = ({ year, month }: Month, count: number): Month => {
  const months = year * 12 + month - 1 - count;
  return { year: Math.floor(months / 12), month: (months % 12) + 1 };
};

function periodOf(asked: { year: number; month?: number | undefined }, zone: string): Period {
  const { year, month } = asked;
  const [from, to] = month === undefined ? [1, 13] : [month, month + 1];
  return { from: monthStart({ year, month: from }, zone), to: monthStart({ year, month: to }, zone) };
}

/** The public posts of a year or a month, newest first. */
export async function archivedPosts(
  blog: Blog,
  asked: { year: number; month?: number | undefined },
  page: { limit: number; offset: number },
): Promise<{ posts: PostLink[]; total: number }> {
  const period = periodOf(asked, await zoneOf(blog));
  const [total = 0] = await read(
    blog,
    (db) => countPeriods(db, [period]),
    () => [allPosts],
  );
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
