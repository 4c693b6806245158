import type { Blog } from '../blog.ts';
import { inTransaction } from '../db/transaction.ts';
import { queueWoken } from '../messages/operator.ts';
import { startJobs, wakeJob } from './add-job.ts';
import { hasUnfinishedJob } from './store.ts';

/**
 * When the first row of the tables that jobs work off is due, or whether there is one, by the kind of the job; nothing while the
 * owner has switched off what it is for.
 */
export type Queues = Readonly<Record<string, (blog: Blog) => Promise<string | boolean | null | undefined>>>;

/**
 * Adds a job for each table in which something waits and that no job works off: the job may have failed for good in an earlier
 * version, or ended while its part of the site was switched off.
 */
export async function wakeQueues(blog: Blog, queues: Queues): Promise<void> {
  for (const [kind, firstDue] of Object.entries(queues)) {
    const due = await firstDue(blog);
    if (!due || (await hasUnfinishedJob(blog.db, kind))) continue;
    blog.report(queueWoken, { kind });
    await inTransaction(blog.db, (tx) => wakeJob(blog, tx, kind, due === true ? blog.now() : new Date(due)));
    startJobs(blog);
  }
}
