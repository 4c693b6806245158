import type { Blog } from '../../../platform/blog.ts';
import type { Db } from '../../../platform/db/open.ts';
import { linkTag, listTag, postTag, read } from '../../../platform/http/cache/reads.ts';
import { endOfDates, monthOf, monthStart } from '../../../platform/web/calendar.ts';
import { readSite } from '../../site/site.ts';
import type { PostLink } from '../api/posts.ts';
import type { ArchiveYear, MonthCount } from './api/archive.ts';
import { countPeriods, neighborsOf, newestBefore, type Period, postsOfPeriod } from './store/archive.ts';

type Neighbors = { previous: PostLink | null; next: PostLink | null };

const allPosts = listTag({ kind: 'all', name: '' });

/** So many of the newest years are listed with their months; the pages of the others list theirs. */
const yearsWithMonths = 2;

/** The years that have public posts, newest first, as the calendar of the site's time zone divides them. */
export async function archiveYears(blog: Blog): Promise<ArchiveYear[]> {
  const zone = await zoneOf(blog);
  const years = await read(
    blog,
    (db) => yearsWithPosts(db, zone),
    () => [allPosts],
  );
  const counts = await countPosts(
    blog,
    years.map((year) => periodOf({ year }, zone)),
  );
  const found: ArchiveYear[] = [];
  for (const [position, year] of years.entries()) {
    const months = position < yearsWithMonths ? await monthsOf(blog, year, zone) : [];
    found.push({ year, count: counts[position] ?? 0, months });
  }
  return found;
}

/** From each year the newest post before it leads to the next one, however long the gap is. */
async function yearsWithPosts(db: Db, zone: string): Promise<number[]> {
  const years: number[] = [];
  let date = await newestBefore(db, endOfDates);
  while (date !== undefined) {
    const { year } = monthOf(date, zone);
    years.push(year);
    const start = monthStart({ year, month: 1 }, zone);
    // Years before 100 are taken for those of the last century, and would lead to themselves.
    date = start <= date ? await newestBefore(db, start) : undefined;
  }
  return years;
}

/** The months of a year that have public posts, newest first. */
async function monthsOf(blog: Blog, year: number, zone: string): Promise<MonthCount[]> {
  const months = Array.from({ length: 12 }, (_, index) => ({ year, month: 12 - index }));
  const counts = await countPosts(
    blog,
    months.map((month) => periodOf(month, zone)),
  );
  return months
    .map((month, position) => ({ ...month, count: counts[position] ?? 0 }))
    .filter(({ count }) => count > 0);
}

const countPosts = (blog: Blog, periods: readonly Period[]): Promise<number[]> =>
  read(
    blog,
    (db) => countPeriods(db, periods),
    () => [allPosts],
  );

type Asked = { year: number; month?: number | undefined };

const periodOf = ({ year, month }: Asked, zone: string): Period => ({
  from: monthStart({ year, month: month ?? 1 }, zone),
  to: monthStart({ year, month: (month ?? 12) + 1 }, zone),
});

/** The public posts of a year or a month, newest first, and the months of a year. */
export async function archivedPosts(
  blog: Blog,
  asked: Asked,
  page: { limit: number; offset: number },
): Promise<{ posts: PostLink[]; total: number; months: MonthCount[] }> {
  const zone = await zoneOf(blog);
  const period = periodOf(asked, zone);
  const [total = 0] = await countPosts(blog, [period]);
  // The only page of a year has them as headings.
  const months =
    asked.month === undefined && total > page.limit ? await monthsOf(blog, asked.year, zone) : [];
  const posts = await read(
    blog,
    (db) => postsOfPeriod(db, period, page),
    (posts) => [allPosts, ...posts.map(({ id }) => linkTag(id))],
  );
  return { posts, total, months };
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
