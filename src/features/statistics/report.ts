import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { postHead } from '../../core/posts/store/posts.ts';
import type { Blog } from '../../platform/blog.ts';
import { nameOfPost } from '../../platform/http/counted.ts';
import { Problem } from '../../platform/http/problem.ts';
import { urls } from '../../platform/http/urls.ts';
import { noSuchPost } from '../../platform/messages/owner.ts';
import { t, translated } from '../../platform/messages/translate.ts';
import {
  type PostStatistics,
  type ReportQuery,
  type SeriesName,
  type StatisticsReport,
  type StatisticsSeries,
  seriesNames,
} from './api/report.ts';
import { type Days, periodOf, spansOf } from './periods.ts';
import { linePlot } from './plots/line-plot.ts';
import { plotSummary } from './plots/summary.ts';
import { cachedIfLong } from './report-cache.ts';
import { bringUpToDate } from './running.ts';
import { countInSpans, type EventKind } from './store/events.ts';
import { daysOf, firstDayOf } from './store/statistics.ts';
import { readStatisticsSettings } from './switch.ts';

/** The period before is drawn for so many series: more lines than that cannot be distinguished. */
const comparedSeries = 2;
/** Days that one query counts: other requests are answered in between. */
const daysAtOnce = 92;

const labels: Record<SeriesName, string> = {
  views: t('Views'),
  visitors: t('Visitors'),
  votes: t('Votes'),
  comments: t('Comments'),
  subscribers: t('New subscribers'),
};

/** What of the site, or of one of its posts, is counted. */
const seriesOf = (blog: Blog, postId: number | null): SeriesName[] =>
  seriesNames.filter((name) => name !== 'subscribers' || (postId === null && blog.mail !== null));

/** The numbers of each day, and a plot of those that were asked for. */
export async function statisticsReport(
  blog: Blog,
  query: ReportQuery,
  postId: number | null = null,
): Promise<StatisticsReport> {
  await bringUpToDate(blog);
  const period = await periodOf(blog, Number(query.period));
  const { isOn } = await readStatisticsSettings(blog);
  const { since, series } = await cachedIfLong(
    blog,
    `${query.period} ${postId ?? ''}`,
    query.period === '365',
    () => numbersOf(blog, period, postId),
  );
  const isCompared = query.series.length <= comparedSeries;
  const plotted = series
    .filter(({ name }) => query.series.includes(name))
    .map((one) => ({
      ...one,
      label: translated(labels[one.name]),
      totalBefore: one.total_before,
      before: isCompared && one.before.some((value) => value !== null) ? one.before : undefined,
    }));
  const summary = plotSummary(period.days, plotted, query.language);
  const plot = linePlot({ days: period.days, series: plotted, summary, language: query.language });
  return { is_on: isOn, since, days: period.days, series, plot };
}

/** The numbers of a post, or of a page of the owner. */
export async function statisticsOfPost(blog: Blog, id: number, query: ReportQuery): Promise<PostStatistics> {
  const post = await postHead(blog.db, id);
  if (!post) throw new Problem('not_found', noSuchPost);
  const { kind, post_title: title, post_title_web } = post;
  return {
    ...(await statisticsReport(blog, query, id)),
    post: { id, kind, title, url: urls.post(post_title_web) },
  };
}

type Numbers = { since: string | null; series: StatisticsSeries[] };

async function numbersOf(blog: Blog, { days, before, zone }: Days, postId: number | null): Promise<Numbers> {
  const all = [...before, ...days];
  const [from = '', to = ''] = [all[0], all.at(-1)];
  const since = await firstDayOf(blog.db, 'site', '');
  const counted = new Map(
    (
      await daysOf(blog.db, {
        ...(postId === null
          ? { kind: 'site' as const, name: '' }
          : { kind: 'page' as const, name: nameOfPost(postId) }),
        from,
        to,
      })
    ).map(({ day, ...numbers }) => [day, numbers]),
  );
  const series: StatisticsSeries[] = [];
  for (const name of seriesOf(blog, postId)) {
    const values =
      name === 'views' || name === 'visitors'
        ? all.map((day) => counted.get(day)?.[name] ?? (since !== null && day >= since ? 0 : null))
        : await eventsOf(blog, name, all, zone, postId);
    series.push(withTotals(name, values));
  }
  return { since, series };
}

async function eventsOf(
  blog: Blog,
  kind: EventKind,
  days: readonly string[],
  zone: string,
  postId: number | null,
): Promise<number[]> {
  const spans = spansOf(days, zone);
  const counts: number[] = [];
  for (let start = 0; start < spans.length; start += daysAtOnce) {
    counts.push(...(await countInSpans(blog.db, kind, spans.slice(start, start + daysAtOnce), postId)));
    await yieldToEventLoop();
  }
  return counts;
}

const sum = (values: readonly (number | null)[]): number =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0);

function withTotals(name: SeriesName, all: readonly (number | null)[]): StatisticsSeries {
  const before = all.slice(0, all.length / 2);
  const values = all.slice(all.length / 2);
  return {
    name,
    values,
    before,
    total: sum(values),
    total_before: before.includes(null) ? null : sum(before),
  };
}
