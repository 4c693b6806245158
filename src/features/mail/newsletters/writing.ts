import { randomUUID } from 'node:crypto';
import type { NewDraft } from '../../../core/posts/api/writing.ts';
import { publicPost } from '../../../core/posts/channels/public-state.ts';
import { typedPost } from '../../../core/writing/typed-post.ts';
import { type Blog, serverUrl } from '../../../platform/blog.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { startJobs } from '../../../platform/jobs/add-job.ts';
import { mailUrls } from '../api/urls.ts';
import type { MailPreview, PostNewsletter, WritingMail } from '../api/writing.ts';
import { bounceOf } from '../bounces/suppressions.ts';
import type { MailContent } from '../message/content.ts';
import { noTestAddress, ownerAddressBounces, pagesAreNotMailed, testSubject } from '../messages/mail.ts';
import { addMail } from '../queue/queue.ts';
import { ownerAddress } from '../queue/sender.ts';
import { readMailSettings } from '../settings.ts';
import * as store from '../store/newsletters.ts';
import { postMail } from './post-mail.ts';

/** What the writing screen shows about mail, for a new post or one that was saved. */
export async function writingMail(blog: Blog, postId: number | undefined): Promise<WritingMail> {
  const settings = await readMailSettings(blog);
  const found = postId === undefined ? null : await publicPost(blog, postId);
  const newsletter = postId === undefined ? undefined : await store.newsletterOfPost(blog.db, postId);
  const isAbout = found?.isNews === true && found.post.send_mail === 1 && settings.subscriptions;
  return {
    newsletter_default: settings.newsletter_default,
    owner_address: await ownerAddress(blog, settings),
    is_old: found?.isNews === false,
    // Jobs plan it, and take it back, in a moment.
    newsletter:
      newsletter && (newsletter.date_started !== null || isAbout)
        ? await status(blog, newsletter)
        : isAbout
          ? about
          : null,
  };
}

const about: PostNewsletter = {
  id: null,
  state: 'planned',
  date_due: null,
  date_started: null,
  recipients: 0,
  sent: 0,
};

async function status(blog: Blog, newsletter: store.StoredNewsletter): Promise<PostNewsletter> {
  const { id, date_due, date_started, date_canceled, filled_up_to } = newsletter;
  const { total, sent, waiting } = await store.mailCounts(blog.db, id);
  const isDone = filled_up_to === null && waiting === 0;
  const running = date_started === null ? 'planned' : isDone ? 'sent' : 'sending';
  return {
    id,
    state: date_canceled === null ? running : 'canceled',
    date_due,
    date_started,
    recipients: total,
    sent,
  };
}

/** The mail that these values of the form would become. Nothing is stored. */
export async function previewMail(blog: Blog, typed: NewDraft): Promise<MailPreview> {
  if (typed.kind !== 'post') throw new Problem('invalid', pagesAreNotMailed);
  const { subject, preheader, html, text } = await postMail(blog, await typedPost(blog, typed));
  // The links of subscribers lead to their own page; here they lead to the form.
  const own = serverUrl(blog) + mailUrls.subscribe;
  return { subject, preheader, html: html.join(own), text: text.join(own) };
}

/** Sends it to the owner. */
export async function sendTest(blog: Blog, typed: NewDraft): Promise<{ address: string }> {
  const { subject, html, text } = await previewMail(blog, typed);
  const address = await ownerAddress(blog, await readMailSettings(blog));
  if (address === null) throw new Problem('conflict', noTestAddress);
  const bounce = await bounceOf(blog, blog.db, address);
  if (bounce) throw new Problem('conflict', ownerAddressBounces(address, bounce.detail));
  const content: MailContent = { subject: testSubject(subject), html, text };
  const mail = { kind: 'test', address, about: `test ${randomUUID()}`, content } as const;
  await inTransaction(blog.db, (tx) => addMail(blog, tx, mail));
  startJobs(blog);
  return { address };
}
