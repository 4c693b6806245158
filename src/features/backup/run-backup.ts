import { z } from 'zod';
import { recordActivity } from '../../core/site/activity.ts';
import { itself } from '../../platform/blog.ts';
import { JobFailure, type RunJob } from '../../platform/jobs/job.ts';
import * as messages from '../../platform/messages/owner.ts';
import { backupsPart } from './archive/backups.ts';
import { type BackupPayload, madeWhat, makeBackup, reasonOf, recordFailure } from './backups.ts';

/** How long it waits for a backup that another process is making. */
const waitMs = 2_000;
/** Each start begins anew, so its progress does not show that another one is worthwhile. */
const maxStarts = 10;
const startsOf = (progress: unknown): number =>
  z.object({ starts: z.int() }).safeParse(progress).data?.starts ?? 0;

/** Makes a backup for the owner. What an interrupted run left behind is removed by the next backup. */
export const runBackup: RunJob = async (blog, job, { signal, progress }) => {
  const { username, ofCopy = false } = job.payload as BackupPayload;
  const starts = startsOf(job.progress) + 1;
  if (starts > maxStarts) {
    await recordFailure(blog, messages.jobKeepsFailing);
    throw new JobFailure(messages.jobKeepsFailing);
  }
  try {
    const made = await makeBackup(blog, {
      signal,
      ofCopy,
      onProgress(stage, done, total) {
        signal.throwIfAborted();
        progress({ stage, done, total, starts });
      },
    });
    if (!made && ofCopy && !backupsPart.of(blog).hasSetAside()) return undefined;
    if (!made) return { again: new Date(blog.now().getTime() + waitMs) };
    await recordActivity({ ...blog, actor: { ...itself, username } }, blog.db, 'backup', madeWhat(made));
    return undefined;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    blog.report(messages.backupJobFailed, { error: error instanceof Error ? error.message : String(error) });
    throw new JobFailure(reasonOf(error));
  }
};
