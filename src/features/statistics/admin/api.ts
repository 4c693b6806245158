import { urls } from '../../../platform/http/urls.ts';
import { call } from '../../../platform/web/fetch-json.ts';
import {
  type PostStatistics,
  type SeriesName,
  type SparklineOfPost,
  type StatisticsFile,
  type StatisticsOfLists,
  type StatisticsPeriod,
  type StatisticsReport,
  statisticsPath,
} from '../api/report.ts';
import type { StatisticsSettings } from '../api/statistics.ts';

const request = async <Body>(method: string, path: string, body?: unknown): Promise<Body> =>
  (await call(method, statisticsPath + path, body)).body as Body;

export type Choice = { period: StatisticsPeriod; series: readonly SeriesName[] };

/** The server formats dates and numbers of plots as the browser formats those of the screens. */
const query = ({ period, series }: Choice): string =>
  `?${new URLSearchParams({ period, series: series.join(','), language: new Intl.NumberFormat().resolvedOptions().locale })}`;

/** The calls of the screen Statistics, and of the sparklines in All Posts. */
export const statisticsApi = {
  report: (choice: Choice) => request<StatisticsReport>('GET', query(choice)),
  lists: (period: StatisticsPeriod) => request<StatisticsOfLists>('GET', `/lists?period=${period}`),
  post: (id: number, choice: Choice) => request<PostStatistics>('GET', `/posts/${id}${query(choice)}`),
  sparklines: (ids: readonly number[]) =>
    request<SparklineOfPost[]>('GET', `/sparklines?ids=${ids.join(',')}`),
  save: (settings: StatisticsSettings) => request<StatisticsSettings>('PUT', '/settings', settings),
  file: (file: StatisticsFile, period: StatisticsPeriod): string =>
    `${urls.api}${statisticsPath}/files/${file}/${period}`,
};
