import { periodOf } from '../src/features/statistics/periods.ts';
import {
  addStatistics,
  firstDayOf,
  type StatisticsRow,
} from '../src/features/statistics/store/statistics.ts';
import type { Blog } from '../src/platform/blog.ts';
import { nameOfPost } from '../src/platform/http/counted.ts';

/** Two years, so that a year can be compared with the one before. */
const filledDays = 730;

/** Shares of a day's views; each list ends with what is rare. */
const referrers = ['duckduckgo.com', 'www.google.com', 'mastodon.social', 'news.ycombinator.com', 'bsky.app'];
const devices = { computer: 0.52, phone: 0.41, tablet: 0.05, other: 0.02 };
const bots = { search: 0.3, feed: 0.22, ai: 0.18, preview: 0.06, monitor: 0.04, other: 0.1 };
const feeds = { '/feed.xml': 48, '/feed.json': 9, '/filter/travel/feed.xml': 6 };
const searches = ['bicycle', 'sourdough without scale', 'ferry timetable', 'rss'];
const missing = ['/wp-login.php', '/about-me', '/feed/', '/blog/2019/first'];

/** Between 0 and 1, the same for the same number: every demo has the same past. */
const noise = (seed: number): number => {
  const value = Math.sin(seed * 12.9898) * 43_758.5453;
  return value - Math.floor(value);
};

/** Readers of a young blog: few at first, more over time, fewer at weekends, and now and then a good day. */
function viewsOf(index: number, date: Date): number {
  const growth = 20 + (100 * index) / filledDays;
  const weekend = date.getUTCDay() % 6 === 0 ? 0.7 : 1;
  const praise = noise(index + 0.5) > 0.985 ? 3.2 : 1;
  return Math.round(growth * weekend * praise * (0.75 + noise(index) / 2));
}

function rowsOfDay(day: string, index: number, posts: readonly number[]): StatisticsRow[] {
  const views = viewsOf(index, new Date(day));
  const rows: StatisticsRow[] = [];
  const add = (kind: StatisticsRow['kind'], name: string, count: number, visitors = count * 0.62) => {
    if (Math.round(count) > 0)
      rows.push({ day, kind, name, views: Math.round(count), visitors: Math.max(1, Math.round(visitors)) });
  };
  add('site', '', views);
  add('page', '/', views * 0.24);
  for (const [place, id] of posts.entries())
    add('page', nameOfPost(id), ((views * 0.76) / (place + 1.5) / 2.6) * (0.5 + noise(index * 31 + place)));
  for (const [place, host] of referrers.entries()) add('referrer', host, (views * 0.3) / (place + 1));
  for (const [name, share] of Object.entries(devices)) add('device', name, views * share);
  for (const [name, share] of Object.entries(bots)) add('bot', name, views * share);
  for (const [name, subscribers] of Object.entries(feeds))
    add('feed', name, subscribers * 4, (subscribers * (index + 100)) / (filledDays + 100));
  for (const [place, terms] of searches.entries())
    if (noise(index * 7 + place) > 0.8) add('search', terms, 1);
  for (const [place, path] of missing.entries()) if (noise(index * 5 + place) > 0.6) add('missing', path, 1);
  return rows;
}

/** Fills the past days with numbers that look like those of a real blog, all or none of them. */
export async function fillStatistics(
  blog: Blog,
  posts: readonly number[],
  count = filledDays,
): Promise<void> {
  const { days } = await periodOf(blog, count);
  const rows = days.flatMap((day, index) => rowsOfDay(day, filledDays - count + index, posts));
  await blog.db.transaction().execute((tx) => addStatistics(tx, rows));
}

export async function fillStatisticsOnce(blog: Blog): Promise<void> {
  if ((await firstDayOf(blog.db, 'page', '')) === null) await fillStatistics(blog, await newestPosts(blog));
}

/** Those that readers see. */
async function newestPosts({ db }: Blog): Promise<number[]> {
  const posts = await db
    .selectFrom('posts')
    .select('id')
    .where('kind', '=', 'post')
    .where('active', '=', 1)
    .orderBy('post_date', 'desc')
    .execute();
  return posts.map(({ id }) => id);
}
