import type { Blog, FailingWork } from '../blog.ts';
import { translated } from '../messages/translate.ts';
import { queueNames } from './queue-names.ts';
import { failingJobs } from './store.ts';

/** Fewer failures may be a coincidence. */
export const minFailures = 3;

/** What is tried again and again without success, for the owner. */
export async function failingWork(blog: Blog): ReturnType<FailingWork> {
  const ofModules = await Promise.all((blog.failing ?? []).map((failing) => failing(blog)));
  const jobs = await failingJobs(blog.db, minFailures);
  const found = [
    ...ofModules.flat(),
    ...jobs.map(({ kind, error }) => ({ work: queueNames[kind] ?? kind, error })),
  ];
  // The names were made before anybody asked.
  return found.map(({ work, error }) => ({ work: translated(work), error: translated(error) }));
}
