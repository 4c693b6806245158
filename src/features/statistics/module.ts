import type { Blog } from '../../platform/blog.ts';
import { day, hour } from '../../platform/jobs/schedule.ts';
import type { Module } from '../../platform/module.ts';
import { statisticsRoutes } from './routes.ts';
import { startStatistics } from './start.ts';
import { readStatisticsSettings } from './switch.ts';
import { trimStatistics } from './trim.ts';

export const statistics: Module = {
  name: 'statistics',
  routes: statisticsRoutes,
  start: startStatistics,
  schedules: (blog, signal) => [
    { name: 'forget visitors', everyMs: hour, run: () => clearVisitorsWhileOff(blog) },
    { name: 'trim old statistics', everyMs: day, skipAtStart: true, run: () => trimStatistics(blog, signal) },
  ],
};

/** While statistics are on, the processes that count do it. */
async function clearVisitorsWhileOff(blog: Blog): Promise<void> {
  if (!(await readStatisticsSettings(blog)).isOn) await (await import('./keep.ts')).clearAllVisitors(blog);
}
