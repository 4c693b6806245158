import { publicPost } from '../../../core/posts/channels/public-state.ts';
import type { StoredPost } from '../../../core/posts/store/post-rows.ts';
import { allCategories } from '../../../core/posts/terms/store/categories.ts';
import { type Blog, nowIso } from '../../../platform/blog.ts';
import type { Db } from '../../../platform/db/open.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { startJobs, wakeJob } from '../../../platform/jobs/add-job.ts';
import type { JobContext } from '../../../platform/jobs/job.ts';
import { mailJob, messageId } from '../queue/queue.ts';
import * as store from '../store/newsletters.ts';
import { activeSubscribers, type SubscriberFilter } from '../store/subscribers.ts';
import type { PostSnapshot } from './newsletters.ts';
import { storedPostMail } from './post-mail.ts';

/** So many recipients are queued in one transaction. */
const batchSize = 500;

/** Begins a planned newsletter: what is sent is what the post says at this moment. Returns what it is; null: nothing. */
export async function startPost(
  blog: Blog,
  id: number,
  postId: number,
  { fence }: JobContext,
): Promise<PostSnapshot | null> {
  const found = await publicPost(blog, postId);
  // It may be an old one when the server was down, or when this database comes from a backup.
  const isWanted = found?.isNews === true && found.post.send_mail === 1;
  const mail = isWanted ? await storedPostMail(blog, found.post) : null;
  return inTransaction(blog.db, async (tx) => {
    await fence(tx);
    if (!mail || !found) {
      await store.deletePlanned(tx, id);
      return null;
    }
    const { subject, preheader, html, text } = mail;
    const category_ids = await categoriesAbove(tx, found.post);
    const snapshot: PostSnapshot = { kind: 'post', category_ids, html, text };
    const date_started = nowIso(blog);
    const content = JSON.stringify(snapshot);
    await store.startNewsletter(tx, id, { subject, preheader, content, date_started });
    return snapshot;
  });
}

/** The categories of a post and those above them: who chose one of these gets the post. */
export async function categoriesAbove(
  db: Db,
  { cat_path, further_categories }: Pick<StoredPost, 'cat_path' | 'further_categories'>,
): Promise<number[]> {
  const paths = [cat_path ?? '', ...further_categories.map(({ category_path }) => category_path)];
  const all = await allCategories(db);
  return all
    .filter(({ category_path }) => paths.some((path) => `${path}.`.startsWith(`${category_path}.`)))
    .map(({ id }) => id);
}

/**
 * Adds a mail for each recipient, in batches. How far it came is stored with each of them, and the Message-ID is unique, so an
 * interruption neither leaves out a recipient nor adds one twice. Who subscribes meanwhile gets it, too.
 */
export async function fillNewsletter(
  blog: Blog,
  newsletter: { id: number; about: string; filter: SubscriberFilter },
  context: JobContext,
): Promise<void> {
  const { id, about, filter } = newsletter;
  for (;;) {
    context.signal.throwIfAborted();
    const isMore = await inTransaction(blog.db, async (tx) => {
      await context.fence(tx);
      const state = await store.newsletterById(tx, id);
      if (!state || state.filled_up_to === null || state.date_canceled !== null) return false;
      const found = await activeSubscribers(tx, state.filled_up_to, batchSize, filter);
      const recipients = await store.lockRecipients(tx, found);
      await store.insertNewsletterMails(
        tx,
        id,
        recipients.map((recipient) => ({
          ...recipient,
          message_id: messageId(blog, about, recipient.address),
        })),
        { now: nowIso(blog), started: state.date_started ?? nowIso(blog) },
      );
      const last = found.length < batchSize ? null : (found.at(-1)?.id ?? null);
      await store.recordFilled(tx, id, last);
      if (recipients.length > 0) await wakeJob(blog, tx, mailJob);
      return last !== null;
    });
    startJobs(blog);
    context.progress(null);
    if (!isMore) return;
  }
}
