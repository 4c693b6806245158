import { deleteExpired } from '../core/accounts/sign-in/sign-in.ts';
import { deleteExpiredForms } from '../core/comments/comments.ts';
import { forgetDeletedComments } from '../core/comments/moderation.ts';
import { scorePending } from '../core/comments/spam.ts';
import { settleAll } from '../core/images/image-files.ts';
import { purgeByMaintenance } from '../core/posts/bin/bin.ts';
import { findWaitingEmbeds } from '../core/posts/images/retry-embeds.ts';
import { flushCounts } from '../core/posts/redirects/redirect-counts.ts';
import { rerenderPosts } from '../core/posts/rerender.ts';
import { indexChangedTexts } from '../core/posts/search/index-grams.ts';
import { indexMissing } from '../core/posts/search/search.ts';
import { deleteRedundantDrafts } from '../core/posts/writing/drafts.ts';
import { deleteExpiredPreviews } from '../core/posts/writing/previews.ts';
import { publishDue } from '../core/posts/writing/schedule.ts';
import { backUpCopy, backUpDaily } from '../features/backup/backups.ts';
import { deleteExpiredExports } from '../features/export/exports.ts';
import { deleteOldActivities } from '../features/fediverse/delete-old.ts';
import { deleteExpiredUploads } from '../features/import/uploads.ts';
import { forgetCommenters } from '../features/mail/commenters/commenters.ts';
import { mailTrouble } from '../features/mail/notices/trouble.ts';
import { deleteExpiredMails } from '../features/mail/queue/expired-mails.ts';
import { countNewsletters } from '../features/mail/store/newsletter-status.ts';
import { readStatisticsSettings } from '../features/statistics/switch.ts';
import { trimStatistics } from '../features/statistics/trim.ts';
import { deleteOldNotifications } from '../features/webmention/delete-old.ts';
import { wakeQueues } from '../modules/job-queues.ts';
import type { Blog } from '../platform/blog.ts';
import { mergeIndexes } from '../platform/db/merge-indexes.ts';
import { keepReserve } from '../platform/files/disk-reserve.ts';
import { tidyJobs } from '../platform/jobs/jobs.ts';
import { errorDetails, type Log } from '../platform/log/log.ts';
import { jobFailed } from '../platform/messages/operator.ts';
import { removeStaleUploads, sweep } from './sweep.ts';

const second = 1000;
const hour = 60 * 60 * second;
const day = 24 * hour;

type Job = {
  name: string;
  everyMs: number;
  skipAtStart?: true;
  /** Deletes files of this machine, so it does not matter which one is the leader. */
  isLocal?: true;
  run: () => Promise<unknown>;
};

/** Runs in every process and apart from maintenance, so that a long job cannot delay a scheduled post. */
export const publishingJobs = (blog: Blog): Job[] => [
  { name: 'publish scheduled posts', everyMs: 5 * second, run: () => publishDue(blog) },
  {
    name: 'store hits of redirects',
    everyMs: 5 * 60 * second,
    skipAtStart: true,
    run: () => flushCounts(blog),
  },
];

/** Runs in one process at a time, and what is local in one of each machine. */
export const maintenanceJobs = (blog: Blog, signal: AbortSignal): Job[] => [
  { name: 'reserve room on the disk', everyMs: hour, isLocal: true, run: () => keepReserve(blog) },
  { name: 'wake queues', everyMs: hour, run: () => wakeQueues(blog) },
  { name: 'back up the copy from before an upgrade', everyMs: hour, run: () => backUpCopy(blog) },
  { name: 'render posts again', everyMs: 60 * second, run: () => rerenderPosts(blog, signal) },
  { name: 'complete the search index', everyMs: hour, run: () => indexMissing(blog, signal) },
  { name: 'index changed texts', everyMs: 60 * second, run: () => indexChangedTexts(blog.db, signal) },
  { name: 'merge the search indexes', everyMs: day, run: () => mergeIndexes(blog.db, signal) },
  { name: 'rate waiting comments', everyMs: hour, run: () => scorePending(blog, signal) },
  { name: 'find embedded pages', everyMs: 60 * second, run: () => findWaitingEmbeds(blog) },
  { name: 'delete expired sessions', everyMs: hour, run: () => deleteExpired(blog) },
  { name: 'delete expired previews', everyMs: hour, run: () => deleteExpiredPreviews(blog) },
  { name: 'delete redundant drafts', everyMs: day, run: () => deleteRedundantDrafts(blog) },
  { name: 'daily backup', everyMs: hour, run: () => backUpDaily(blog) },
  // After the backup, whose failure is mailed.
  ...(blog.mail
    ? [{ name: 'look for trouble', everyMs: 10 * 60 * second, run: () => mailTrouble(blog) }]
    : []),
  { name: 'delete stale uploads', everyMs: hour, isLocal: true, run: () => removeStaleUploads(blog) },
  { name: 'delete expired exports', everyMs: hour, isLocal: true, run: () => deleteExpiredExports(blog) },
  { name: 'delete expired ids of comment forms', everyMs: hour, run: () => deleteExpiredForms(blog) },
  { name: 'forget deleted comments', everyMs: hour, run: () => forgetDeletedComments(blog) },
  { name: 'forget addresses of commenters', everyMs: hour, run: () => forgetCommenters(blog) },
  { name: 'delete expired mails', everyMs: hour, run: () => deleteExpiredMails(blog) },
  { name: 'delete old mails of newsletters', everyMs: day, run: () => deleteMailsOfNewsletters(blog) },
  { name: 'delete old activities of the fediverse', everyMs: day, run: () => deleteOldActivities(blog) },
  { name: 'delete what other servers were told', everyMs: day, run: () => deleteOldNotifications(blog) },
  { name: 'forget visitors', everyMs: hour, run: () => forgetVisitorsWhileOff(blog) },
  { name: 'delete finished jobs', everyMs: day, run: () => tidyJobs(blog) },
  {
    name: 'delete expired uploads of imports',
    everyMs: hour,
    isLocal: true,
    run: () => deleteExpiredUploads(blog),
  },
  { name: 'empty the bin', everyMs: hour, run: () => purgeByMaintenance(blog, signal) },
  { name: 'trim old statistics', everyMs: day, skipAtStart: true, run: () => trimStatistics(blog, signal) },
  { name: 'move image files', everyMs: hour, run: () => settleAll(blog, 'pending') },
  { name: 'sweep image files', everyMs: day, skipAtStart: true, run: () => sweep(blog) },
];

/**
 * Runs each job now and then periodically, one at a time, as long as this process is the leader or the job is local. A failed
 * job runs again at its next time. Returns a function that stops the schedule and waits for the current job.
 */
export function scheduleJobs(
  log: Log,
  jobs: readonly Job[],
  isLeader = async () => true,
): () => Promise<void> {
  let current = Promise.resolve();
  const enqueue = ({ name, isLocal, run }: Job) => {
    current = current
      .then(async () => {
        if (isLocal || (await isLeader())) await run();
      })
      .catch((error) => log.warn(jobFailed(name), errorDetails(error)));
  };
  for (const job of jobs) if (!job.skipAtStart) enqueue(job);
  const timers = jobs.map((job) => setInterval(enqueue, job.everyMs, job).unref());
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await current;
  };
}

/** Loaded on sites that have sent newsletters only. */
async function deleteMailsOfNewsletters(blog: Blog): Promise<void> {
  if ((await countNewsletters(blog.db)) > 0)
    await (await import('../features/mail/newsletters/newsletter-status.ts')).forgetNewsletterMails(blog);
}

/** While statistics are on, the processes that count do it. */
async function forgetVisitorsWhileOff(blog: Blog): Promise<void> {
  if (!(await readStatisticsSettings(blog)).isOn)
    await (await import('../features/statistics/keep.ts')).forgetAllVisitors(blog);
}
