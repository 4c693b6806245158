import type { OpenChannel } from '../../../core/posts/channels/channel.ts';
import { takeBackMs } from '../../../core/posts/rules/take-back.ts';
import { type Blog, nowIso } from '../../../platform/blog.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { startJobs, wakeJob } from '../../../platform/jobs/add-job.ts';
import type { JobContext } from '../../../platform/jobs/job.ts';
import { readMailSettings } from '../settings.ts';
import { newsletterJob } from '../setup/follow-settings.ts';
import { cancelNewsletter, deleteWaiting } from '../store/newsletter-status.ts';
import * as store from '../store/newsletters.ts';

const rowsAtOnce = 500;

/**
 * Plans the newsletter of a post that was published. Until it begins, unpublishing the post or unchecking the setting takes it
 * back without a trace. Once it began, nothing that changes in the post changes it, and it is never sent a second time; if the
 * post is unpublished or deleted, those who have not got it yet do not get it.
 */
export const newsletterChannel: OpenChannel = {
  async post(blog, id, found, context) {
    let canceled: number | null = null;
    const isPlanned = await inTransaction(blog.db, async (tx) => {
      await context.fence(tx);
      const known = await store.newsletterOfPost(tx, id);
      if (known?.date_started) {
        if (!found && (await store.isUnfinished(tx, known))) {
          await cancelNewsletter(tx, known.id, nowIso(blog));
          canceled = known.id;
        }
        return false;
      }
      const isWanted = found?.post.send_mail === 1;
      if (known && !isWanted) await store.deletePlanned(tx, known.id);
      // Old posts are no news, as when a setting of one is changed.
      if (known || !isWanted || !found?.isNews || !(await readMailSettings({ db: tx })).subscriptions)
        return false;
      const due = new Date(blog.now().getTime() + takeBackMs);
      await store.insertNewsletter(tx, {
        post_id: id,
        week: null,
        date_due: due.toISOString(),
        date_added: nowIso(blog),
        subject: found.post.mail_subject || found.post.post_title,
      });
      await wakeJob(blog, tx, newsletterJob, due);
      return true;
    });
    if (isPlanned) startJobs(blog);
    if (canceled !== null) await stop(blog, canceled, context);
  },
};

/** Mails that are on the way to the SMTP server at this moment arrive. */
async function stop(blog: Blog, id: number, { fence, signal, progress }: JobContext): Promise<void> {
  for (let deleted = rowsAtOnce; deleted === rowsAtOnce; ) {
    signal.throwIfAborted();
    deleted = await inTransaction(blog.db, async (tx) => {
      await fence(tx);
      return deleteWaiting(tx, id, rowsAtOnce);
    });
    progress(null);
  }
}
