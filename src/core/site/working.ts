import { type Blog, nowIso } from '../../platform/blog.ts';
import { jobsAtWork } from '../../platform/jobs/store.ts';
import { progressOf, type Working } from './api/working.ts';

/** Long work that runs or waits for its turn, so that the owner can leave its screen. */
export async function readWorking(blog: Blog): Promise<Working> {
  const jobs = await jobsAtWork(blog.db, nowIso(blog));
  return jobs.map(({ kind, progress }) => ({ kind, progress: progressOf(progress) }));
}
