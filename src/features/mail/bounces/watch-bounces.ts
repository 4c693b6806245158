import type { Blog } from '../../../platform/blog.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { wakeJob } from '../../../platform/jobs/add-job.ts';
import { hasUnfinishedJob } from '../../../platform/jobs/store.ts';

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
