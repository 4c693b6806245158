import { z } from 'zod';
import { exportStatistics } from '../../../blog/statistics/export.ts';
import { listsOf } from '../../../blog/statistics/lists.ts';
import { statisticsReport as reportOf, statisticsOfPost } from '../../../blog/statistics/report.ts';
import { sparklinesOf } from '../../../blog/statistics/sparklines.ts';
import { changeStatistics } from '../../../blog/statistics/switch.ts';
import { statisticsSettings } from '../../../contract/statistics.ts';
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
} from '../../../contract/statistics-report.ts';
import { idNumeral } from '../../../contract/text.ts';
import { download, route } from '../route.ts';

export const statisticsRoutes = [
  route('GET', statisticsPath, 'The numbers of each day, with a plot of the series that are named', {
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
    query: periodQuery,
    response: statisticsOfLists,
    handle: ({ blog, query }) => listsOf(blog, query.period),
  }),
  route('GET', `${statisticsPath}/sparklines`, 'The views of posts in the last 30 days', {
    query: sparklineQuery,
    response: z.array(sparklineOfPost),
    handle: ({ blog, query }) => sparklinesOf(blog, query.ids),
  }),
  route('GET', `${statisticsPath}/posts/:id`, 'The numbers of a post or page on each day', {
    params: z.object({ id: idNumeral }),
    query: reportQuery,
    response: postStatistics,
    handle: ({ blog, params, query }) => statisticsOfPost(blog, params.id, query),
  }),
  download(`${statisticsPath}/files/:file/:period`, 'Download numbers of a period as CSV', {
    params: z.object({ file: z.enum(statisticsFiles), period: z.enum(statisticsPeriods) }),
    type: 'text/csv; charset=utf-8',
    handle: ({ blog, params }) => exportStatistics(blog, params.file, params.period),
  }),
];
