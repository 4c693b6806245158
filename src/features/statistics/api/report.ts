import { z } from 'zod';
import { id, numeral } from '../../../platform/http/api/text.ts';
import { canonicalLanguage } from '../../../platform/web/languages.ts';

export const statisticsPath = '/api/admin/statistics';

/** Days, as the URL of the screen has them. */
export const statisticsPeriods = ['7', '30', '365'] as const;
export type StatisticsPeriod = (typeof statisticsPeriods)[number];

export const seriesNames = ['views', 'visitors', 'votes', 'comments', 'subscribers'] as const;
export type SeriesName = (typeof seriesNames)[number];
export const defaultSeries: readonly SeriesName[] = ['views', 'visitors'];

/** What a list of names is of; `bots` and `devices` have the classes of `statistics.ts` as names. */
export const statisticsLists = [
  'pages',
  'referrers',
  'searches',
  'missing',
  'devices',
  'feeds',
  'bots',
] as const;
export type StatisticsList = (typeof statisticsLists)[number];

/** What can be downloaded as CSV: the sums of each day, or one of the lists. */
export const statisticsFiles = ['days', ...statisticsLists] as const;
export type StatisticsFile = (typeof statisticsFiles)[number];

/** How many names of a list the screen shows. */
export const listedNames = 10;

const day = z.iso.date();
const count = z.int().nonnegative();

export const periodQuery = z.object({ period: z.enum(statisticsPeriods).default('30') });

/** As in the URL of the screen: names with commas between them. */
const seriesQuery = z
  .string()
  .max(100)
  .default(defaultSeries.join(','))
  .transform((names) => seriesNames.filter((name) => names.split(',').includes(name)));

export const reportQuery = periodQuery.extend({
  series: seriesQuery,
  /** BCP 47: of dates and numbers in the plot. */
  language: z
    .string()
    .max(35)
    .refine((tag) => canonicalLanguage(tag) !== null, 'This is not the tag of a language.')
    .default('en'),
});
export type ReportQuery = z.infer<typeof reportQuery>;

/** So many as a page of All Posts has, and some more. */
const maxSparklines = 100;

export const sparklineQuery = z.object({
  ids: z
    .string()
    .max(1500)
    .transform((ids) => ids.split(','))
    .pipe(z.array(numeral(1, 2 ** 31 - 1)).max(maxSparklines)),
});

const series = z.object({
  name: z.enum(seriesNames),
  /** One for each day; null before anything was counted. */
  values: z.array(count.nullable()),
  before: z.array(count.nullable()),
  total: count,
  /** Of the period before; null if it was not counted as a whole. */
  total_before: count.nullable(),
});
export type StatisticsSeries = z.infer<typeof series>;

export const statisticsReport = z
  .object({
    is_on: z.boolean(),
    /** The first day of which there are any sums. */
    since: day.nullable(),
    days: z.array(day),
    series: z.array(series),
    /** SVG of the chosen series; its texts are dates and numbers. */
    plot: z.string(),
  })
  .meta({ id: 'StatisticsReport' });
export type StatisticsReport = z.infer<typeof statisticsReport>;

export const postStatistics = z
  .object({
    ...statisticsReport.shape,
    post: z.object({ id, kind: z.enum(['post', 'page']), title: z.string(), url: z.string() }),
  })
  .meta({ id: 'PostStatistics' });
export type PostStatistics = z.infer<typeof postStatistics>;

const listedName = z.object({
  name: z.string(),
  views: count,
  /** Of feeds: the most subscribers of a day. */
  visitors: count,
  /** Of posts and pages of the owner that still exist. */
  post_id: id.nullable(),
  title: z.string().nullable(),
  /** A path of this site. */
  url: z.string().nullable(),
});
export type ListedName = z.infer<typeof listedName>;

export const statisticsOfLists = z
  .record(z.enum(statisticsLists), z.array(listedName))
  .meta({ id: 'StatisticsLists' });
export type StatisticsOfLists = z.infer<typeof statisticsOfLists>;

export const sparklineOfPost = z
  .object({
    id,
    /** In the last 30 days. */
    views: count,
    plot: z.string(),
  })
  .meta({ id: 'Sparkline' });
export type SparklineOfPost = z.infer<typeof sparklineOfPost>;
