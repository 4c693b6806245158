import { type Blog, nowIso } from '../blog.ts';
import { deleteInBatches } from '../db/in-batches.ts';
import * as messages from '../messages/owner.ts';
import { hostOf, isDead } from './identity.ts';
import { type JobKinds, jobGroups } from './kinds.ts';
import * as jobs from './store.ts';

const day = 24 * 60 * 60 * 1000;
const keptDays = 30;
/** Work files are deleted after a week. */
const strandedDays = 7;

/** Stops it after its current batch. */
export const cancelJob = (blog: Blog, id: number): Promise<boolean> =>
  jobs.cancelJob(blog.db, id, nowIso(blog));

/** Whether this process could claim a job. Jobs whose owner is known to be dead are due at once. */
export async function hasDueJobs(blog: Blog, kinds: JobKinds): Promise<boolean> {
  const now = nowIso(blog);
  const running: string[] = [];
  for (const { id, kind, owner, next_run } of await jobs.claimedJobs(blog.db)) {
    if (owner !== null && isDead(owner)) await jobs.releaseJob(blog.db, id, owner, { next_run: now });
    else if (next_run > now) running.push(kind);
  }
  const blocked = new Set(
    jobGroups(kinds)
      .filter((group) => running.some((kind) => group.includes(kind)))
      .flat(),
  );
  const due = await jobs.dueKinds(blog.db, hostOf(blog), now);
  return Object.keys(kinds).some((kind) => due.has(kind) && !blocked.has(kind));
}

/** Deletes old jobs, and gives up those whose files are on a machine that is gone. */
export async function tidyJobs(blog: Blog): Promise<void> {
  const before = (days: number) => new Date(blog.now().getTime() - days * day).toISOString();
  await jobs.failStranded(blog.db, before(strandedDays), nowIso(blog), messages.jobStranded);
  await deleteInBatches((size) => jobs.deleteFinished(blog.db, before(keptDays), size));
}
