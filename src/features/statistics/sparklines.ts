import type { Blog } from '../../platform/blog.ts';
import type { SparklineOfPost } from './api/report.ts';
import { periodOf } from './periods.ts';
import { sparkline } from './plots/sparkline.ts';
import { bringUpToDate } from './running.ts';
import { daysOfPosts } from './store/statistics.ts';
import { readStatisticsSettings } from './switch.ts';

const sparklineDays = 30;

/** The views of the last days of each of these posts, in one query; none while statistics are off. */
export async function sparklinesOf(blog: Blog, ids: readonly number[]): Promise<SparklineOfPost[]> {
  if (!(await readStatisticsSettings(blog)).isOn) return [];
  await bringUpToDate(blog);
  const { days } = await periodOf(blog, sparklineDays);
  const found = await daysOfPosts(blog.db, ids, days[0] ?? '', days.at(-1) ?? '');
  return ids.map((id) => {
    const viewsOf = new Map((found.get(id) ?? []).map(({ day, views }) => [day, views]));
    const values = days.map((day) => viewsOf.get(day) ?? 0);
    return { id, views: values.reduce((sum, views) => sum + views, 0), plot: sparkline(values) };
  });
}
