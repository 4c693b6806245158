import { callsOf } from '../../../platform/admin/data/calls.ts';
import { locale } from '../../../platform/messages/translate.ts';
import type { SeriesName, StatisticsPeriod } from '../api/report.ts';
import type { statisticsRoutes } from '../routes.ts';

const { call, url } = callsOf<typeof statisticsRoutes>();

export type Choice = { period: StatisticsPeriod; series: readonly SeriesName[] };

const report = call('GET', '/api/admin/statistics');
const post = call('GET', '/api/admin/statistics/posts/:id');

/** The server formats dates and numbers of plots as the browser formats those of the screens. */
const queryOf = ({ period, series }: Choice) => ({
  period,
  // An empty field would be left out.
  series: series.join(',') || ',',
  language: new Intl.NumberFormat(locale()).resolvedOptions().locale,
});

export const statisticsCalls = {
  report: (choice: Choice) => report(queryOf(choice)),
  lists: call('GET', '/api/admin/statistics/lists'),
  post: (id: number, choice: Choice) => post({ id, ...queryOf(choice) }),
  sparklines: call('GET', '/api/admin/statistics/sparklines'),
  save: call('PUT', '/api/admin/statistics/settings'),
  file: url('/api/admin/statistics/files/:file/:period'),
};
