import { hasUnfinishedJob } from '../../store/jobs.ts';
import { inTransaction } from '../../store/transaction.ts';
import type { Blog } from '../blog.ts';
import { wakeJob } from '../jobs/add-job.ts';

/* Apart from `bounces.ts`, which loads the parser of messages. */

const bouncesJob = 'mail-bounces';
/** Most reports come within minutes. */
export const soonMs = 5 * 60_000;

/** Makes sure that the mailbox is looked at after mails were sent. Costs one query when it already is, none without a mailbox. */
export async function watchBounces(blog: Blog): Promise<void> {
  if (!blog.mail?.imapUrl || (await hasUnfinishedJob(blog.db, bouncesJob))) return;
  const at = new Date(blog.now().getTime() + soonMs);
  await inTransaction(blog.db, (tx) => wakeJob(blog, tx, bouncesJob, at));
}
