import { nextAnnouncements } from '../core/posts/channels/store.ts';
import type { Site } from '../core/site/api/site.ts';
import { readSite } from '../core/site/site.ts';
import { isAnnouncingByMail } from '../core/site/store/announcing.ts';
import { nextRun } from '../features/conversation/store/waiting-rows.ts';
import { nextDelivery } from '../features/fediverse/store/deliveries.ts';
import { nextRequestDate } from '../features/fediverse/store/inbox.ts';
import { oldestNotices } from '../features/mail/store/comment-notices.ts';
import { dueCommenters } from '../features/mail/store/commenters.ts';
import { mailsHandedOver, nextMailRun } from '../features/mail/store/mails.ts';
import { nextRequest } from '../features/mail/store/subscription-requests.ts';
import { talkingNetworks } from '../features/social/networks.ts';
import { nextRunOf } from '../features/social/store/answers.ts';
import { nextLookOf } from '../features/social/store/shares.ts';
import { nextWebmention } from '../features/webmention/store/received-webmentions.ts';
import type { Blog } from '../platform/blog.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { startJobs, wakeJob } from '../platform/jobs/add-job.ts';
import { hasUnfinishedJob } from '../platform/jobs/store.ts';
import { queueWoken } from '../platform/messages/operator.ts';

/** When the first row of a table is due, or whether there is one; nothing while the owner has switched off what it is for. */
type FirstDue = (blog: Blog, site: Site) => Promise<string | boolean | null | undefined>;

const networksOf = (blog: Blog): string[] => talkingNetworks(blog).map(({ name }) => name);

/** The tables that jobs work off. */
const queues: Readonly<Record<string, FirstDue>> = {
  announce: async ({ db }) => (await nextAnnouncements(db, null, 1)).length > 0,
  'fediverse-deliver': async ({ db }, { fediverse }) => fediverse !== 'off' && nextDelivery(db),
  'fediverse-inbox': async ({ db }) => nextRequestDate(db),
  'webmention-receive': async ({ db }) => nextWebmention(db),
  'webmention-send': async ({ db }, { webmention }) => webmention && nextRun(db, 'sent_mentions'),
  'websub-ping': async ({ db }, { websub_hub }) => websub_hub !== '' && nextRun(db, 'hub_pings'),
  'social-answers': async (blog) => networksOf(blog).length > 0 && nextRunOf(blog.db, networksOf(blog)),
  'social-replies': async (blog, { social_replies }) =>
    social_replies && networksOf(blog).length > 0 && nextLookOf(blog.db, networksOf(blog)),
  mail: async ({ db, mail }) =>
    mail !== null && ((await nextMailRun(db)) ?? (await mailsHandedOver(db)).length > 0),
  // It also waits for the end of the week.
  newsletter: async ({ db, mail }) => mail !== null && isAnnouncingByMail(db),
  'ask-commenters': async ({ db, mail }) => mail !== null && (await dueCommenters(db, 0, 1)).length > 0,
  'subscription-requests': async ({ db, mail }) => mail !== null && (await nextRequest(db)) !== undefined,
  'comment-notices': async ({ db, mail }) => mail !== null && (await oldestNotices(db)).any !== null,
};

/**
 * Adds a job for each table in which something waits and that no job works off: the job may have failed for good in an earlier
 * version, or ended while its part of the site was switched off.
 */
export async function wakeQueues(blog: Blog): Promise<void> {
  const site = await readSite(blog);
  for (const [kind, firstDue] of Object.entries(queues)) {
    const due = await firstDue(blog, site);
    if (!due || (await hasUnfinishedJob(blog.db, kind))) continue;
    blog.report(queueWoken, { kind });
    await inTransaction(blog.db, (tx) => wakeJob(blog, tx, kind, due === true ? blog.now() : new Date(due)));
    startJobs(blog);
  }
}
