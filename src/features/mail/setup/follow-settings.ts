import { isAnnouncingByMail, setAnnouncing } from '../../../core/site/store/announcing.ts';
import type { Blog } from '../../../platform/blog.ts';
import type { Db } from '../../../platform/db/open.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { startJobs, wakeJob } from '../../../platform/jobs/add-job.ts';
import { readMailSettings } from '../settings.ts';

export const newsletterJob = 'newsletter';

/**
 * Changes of posts are written down for subscribers while readers can subscribe. Called in the transaction that changes the
 * settings of mail, followed by `startJobs`.
 */
export async function applyNewsletterSettings(blog: Blog, tx: Db): Promise<void> {
  const isOn = blog.mail !== null && (await readMailSettings({ db: tx })).subscriptions;
  if (isOn !== (await isAnnouncingByMail(tx))) await setAnnouncing(tx, isOn, 'subscribers');
  // It sends what fell due, also a weekly summary, and then waits for what is next.
  if (isOn) await wakeJob(blog, tx, newsletterJob);
}

/** When the server starts, because SMTP_URL may have been added or removed. */
export async function followMailSettings(blog: Blog): Promise<void> {
  if (!blog.mail && !(await isAnnouncingByMail(blog.db))) return;
  await inTransaction(blog.db, (tx) => applyNewsletterSettings(blog, tx));
  startJobs(blog);
}
