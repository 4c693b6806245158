import { z } from 'zod';
import { download, route } from '../../platform/http/api/route.ts';
import { idNumeral } from '../../platform/http/api/text.ts';
import {
  periodQuery,
  postStatistics,
  reportQuery,
  sparklineOfPost,
  sparklineQuery,
  statisticsFiles,
  statisticsOfLists,
  statisticsPath,
  statisticsPeriods,
  statisticsReport,
} from './api/report.ts';
import { statisticsSettings } from './api/statistics.ts';
import { exportStatistics } from './export.ts';
import { listsOf } from './lists.ts';
import { statisticsReport as reportOf, statisticsOfPost } from './report.ts';
import { sparklinesOf } from './sparklines.ts';
import { changeStatistics } from './switch.ts';

export const statisticsRoutes = [
  route('GET', statisticsPath, 'The numbers of each day, with a plot of the series that are named', {
    scope: ['statistics'],
    query: reportQuery,
    response: statisticsReport,
    handle: ({ blog, query }) => reportOf(blog, query),
  }),
  route('PUT', `${statisticsPath}/settings`, 'Switch statistics on or off', {
    body: z.object(statisticsSettings.shape),
    response: statisticsSettings,
    handle: ({ blog, body }) => changeStatistics(blog, body),
  }),
  route('GET', `${statisticsPath}/lists`, 'What was read, asked for and used most', {
    scope: ['statistics'],
    query: periodQuery,
    response: statisticsOfLists,
    handle: ({ blog, query }) => listsOf(blog, query.period),
  }),
  route('GET', `${statisticsPath}/sparklines`, 'The views of posts in the last 30 days', {
    scope: ['statistics'],
    query: sparklineQuery,
    response: z.array(sparklineOfPost),
    handle: ({ blog, query }) => sparklinesOf(blog, query.ids),
  }),
  route('GET', `${statisticsPath}/posts/:id`, 'The numbers of a post or page on each day', {
    scope: ['statistics'],
    params: z.object({ id: idNumeral }),
    query: reportQuery,
    response: postStatistics,
    handle: ({ blog, params, query }) => statisticsOfPost(blog, params.id, query),
  }),
  download(`${statisticsPath}/files/:file/:period`, 'Download numbers of a period as CSV', {
    scope: ['statistics'],
    params: z.object({ file: z.enum(statisticsFiles), period: z.enum(statisticsPeriods) }),
    type: 'text/csv; charset=utf-8',
    handle: ({ blog, params }) => exportStatistics(blog, params.file, params.period),
  }),
];
