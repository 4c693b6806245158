import { modules } from '../modules.ts';
import type { Blog } from '../platform/blog.ts';
import { mergeIndexes } from '../platform/db/merge-indexes.ts';
import { keepReserve } from '../platform/files/disk-reserve.ts';
import { tidyJobs } from '../platform/jobs/jobs.ts';
import { day, hour, type Scheduled } from '../platform/jobs/schedule.ts';
import { type Queues, wakeQueues } from '../platform/jobs/wake-queues.ts';

const ofModules = (blog: Blog, signal: AbortSignal): Scheduled[] =>
  modules.flatMap(({ schedules }) => schedules?.(blog, signal) ?? []);

/** Run in every process and apart from maintenance, so that a long job cannot delay a scheduled post. */
export const urgentJobs = (blog: Blog, signal: AbortSignal): Scheduled[] =>
  ofModules(blog, signal).filter(({ isUrgent }) => isUrgent);

/** Run in one process at a time, and what is local in one of each machine. */
export const maintenanceJobs = (blog: Blog, signal: AbortSignal): Scheduled[] => [
  { name: 'reserve room on the disk', everyMs: hour, isLocal: true, run: () => keepReserve(blog) },
  { name: 'wake queues', everyMs: hour, run: () => wakeQueues(blog, queues) },
  ...ofModules(blog, signal).filter(({ isUrgent }) => !isUrgent),
  { name: 'merge the search indexes', everyMs: day, run: () => mergeIndexes(blog.db, signal) },
  { name: 'delete finished jobs', everyMs: day, run: () => tidyJobs(blog) },
];

/** The tables that jobs work off. */
export const queues: Queues = Object.assign({}, ...modules.map(({ queues }) => queues));
