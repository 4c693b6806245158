import type { Blog } from '../../platform/blog.ts';
import { csvLine } from '../../platform/files/write-csv.ts';
import type { StatisticsFile, StatisticsPeriod } from './api/report.ts';
import { namesOf } from './lists.ts';
import { periodOf } from './periods.ts';
import { statisticsReport } from './report.ts';
import { bringUpToDate } from './running.ts';

/** Of each list: more names than anyone reads, and few enough to sort. */
const exportedNames = 10_000;
const linesAtOnce = 500;

/** The sums of a period as CSV: per day, or the names of one list. */
export async function exportStatistics(
  blog: Blog,
  file: StatisticsFile,
  period: StatisticsPeriod,
): Promise<{ name: string; stream: AsyncIterable<string> }> {
  await bringUpToDate(blog);
  const { days } = await periodOf(blog, Number(period));
  const [from = '', to = ''] = [days[0], days.at(-1)];
  const lines = file === 'days' ? daysCsv(blog, period) : namesCsv(blog, file, days);
  return { name: `statistics-${file}-${from}-${to}.csv`, stream: inPortions(lines) };
}

async function* daysCsv(blog: Blog, period: StatisticsPeriod): AsyncGenerator<string> {
  const { days, series } = await statisticsReport(blog, { period, series: [], language: 'en' });
  yield csvLine(['day', ...series.map(({ name }) => name)]);
  for (const [index, day] of days.entries())
    yield csvLine([day, ...series.map(({ values }) => String(values[index] ?? ''))]);
}

async function* namesCsv(
  blog: Blog,
  file: Exclude<StatisticsFile, 'days'>,
  days: readonly string[],
): AsyncGenerator<string> {
  const isPages = file === 'pages';
  yield csvLine([
    ...(isPages ? ['url', 'title'] : ['name']),
    'views',
    file === 'feeds' ? 'subscribers' : 'visitors',
  ]);
  for (const { name, title, url, views, visitors } of await namesOf(blog, file, days, exportedNames))
    yield csvLine([...(isPages ? [url ?? name, title ?? ''] : [name]), String(views), String(visitors)]);
}

/** Fewer, larger writes. */
async function* inPortions(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let portion: string[] = [];
  for await (const line of lines) {
    portion.push(line);
    if (portion.length < linesAtOnce) continue;
    yield portion.join('');
    portion = [];
  }
  yield portion.join('');
}
