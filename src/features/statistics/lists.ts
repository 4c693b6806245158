import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Blog } from '../../platform/blog.ts';
import { urls } from '../../platform/http/urls.ts';
import {
  type ListedName,
  listedNames,
  type StatisticsList,
  type StatisticsOfLists,
  type StatisticsPeriod,
  statisticsLists,
} from './api/report.ts';
import { topNames } from './earlier-sums.ts';
import { periodOf } from './periods.ts';
import { cachedIfLong } from './report-cache.ts';
import { bringUpToDate } from './running.ts';
import { titlesOfPosts } from './store/lists.ts';
import type { NameNumbers } from './store/statistics.ts';
import type { StatisticsKind } from './tables.ts';

const kindOfList: Record<StatisticsList, StatisticsKind> = {
  pages: 'page',
  referrers: 'referrer',
  searches: 'search',
  missing: 'missing',
  devices: 'device',
  feeds: 'feed',
  bots: 'bot',
};

/** The names with the highest numbers of each kind; always current on a site with few names. */
export async function listsOf(blog: Blog, period: StatisticsPeriod): Promise<StatisticsOfLists> {
  await bringUpToDate(blog);
  const { days } = await periodOf(blog, Number(period));
  return cachedIfLong(
    blog,
    `lists ${period}`,
    period !== '7',
    async () => {
      const lists = {} as StatisticsOfLists;
      for (const list of statisticsLists) {
        lists[list] = await namesOf(blog, list, days, listedNames);
        await yieldToEventLoop();
      }
      return lists;
    },
    (lists) => Object.values(lists).some(({ length }) => length === listedNames),
  );
}

/** The names of a list with the highest numbers, and what they are called. */
export async function namesOf(
  blog: Blog,
  list: StatisticsList,
  days: readonly string[],
  limit: number,
): Promise<ListedName[]> {
  const rows = await topNames(blog, days, { ...kindOf(list), order: orderOf(list), limit });
  if (list !== 'pages')
    return rows.map((row) => ({ ...row, post_id: null, title: null, url: urlOf(list, row) }));
  const titles = await titlesOfPosts(
    blog.db,
    rows.flatMap(({ name }) => postIdOf(name) ?? []),
  );
  return rows.map((row) => {
    const id = postIdOf(row.name);
    const post = id === null ? undefined : titles.get(id);
    if (id !== null)
      return {
        ...row,
        post_id: post ? id : null,
        title: post?.post_title ?? null,
        url: post ? urls.post(post.post_title_web) : null,
      };
    return { ...row, post_id: null, title: null, url: urlOf(list, row) };
  });
}

/** Subscribers of a feed are the same people each day, so that adding them up would say nothing. */
const kindOf = (list: StatisticsList) => ({
  kind: kindOfList[list],
  visitors: list === 'feeds' ? ('max' as const) : ('sum' as const),
});
const orderOf = (list: StatisticsList) => (list === 'feeds' ? ('visitors' as const) : ('views' as const));

const urlOf = (list: StatisticsList, { name }: NameNumbers): string | null =>
  (list === 'pages' || list === 'feeds') && name.startsWith('/') ? name : null;

/** The names of posts are made by `nameOfPost`. */
function postIdOf(name: string): number | null {
  const digits = /^post:(\d{1,10})$/.exec(name)?.[1];
  return digits === undefined ? null : Number(digits);
}
