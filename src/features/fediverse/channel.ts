import { createHash } from 'node:crypto';
import type { OpenChannel } from '../../core/posts/channels/channel.ts';
import { markAnnounced } from '../../core/posts/channels/store.ts';
import { readSite } from '../../core/site/site.ts';
import { type Blog, nowIso } from '../../platform/blog.ts';
import type { Db } from '../../platform/db/open.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { startJobs, wakeJob } from '../../platform/jobs/add-job.ts';
import { answerObject, answerObjectUrl, isForFediverse, mentionedIn } from './answer-object.ts';
import { deliver, type Json } from './deliver.ts';
import {
  audience,
  createActivity,
  currentVersion,
  postObject,
  postObjectUrl,
  tombstone,
  withHtml,
} from './post-object.ts';
import {
  otherRecipients,
  putSentObject,
  type SentObject,
  sentAnswers,
  sentObject,
  setOriginOfAnswer,
} from './store/fediverse.ts';

/** Tells followers of posts, and the authors of replies of the owner's answers. */
export const fediverseChannel: OpenChannel = {
  async post(blog, id, state, { fence }) {
    const site = await readSite(blog);
    await inTransaction(blog.db, async (tx) => {
      await fence(tx);
      const sent = await sentObject(tx, 'post', id);
      const subject = { kind: 'post', subject_id: id, post_id: id } as const;
      if (!state) {
        // Answers on a post that is gone are not visible either.
        for (const answer of await sentAnswers(tx, id)) await sendDelete(blog, tx, answer);
        if (sent) await sendDelete(blog, tx, sent);
        return;
      }
      if (!sent && !state.isNews) return;
      const post = withHtml(state.post);
      await sendChange(blog, tx, subject, sent, null, (version) => postObject(blog, site, post, version));
      if (sent?.deleted) await announceAnswersAgain(blog, tx, id);
    });
    startJobs(blog);
  },

  async answer(blog, id, state, { fence }) {
    const site = await readSite(blog);
    await inTransaction(blog.db, async (tx) => {
      await fence(tx);
      const sent = await sentObject(tx, 'answer', id);
      if (!state || !isForFediverse(blog, state)) {
        if (sent) await sendDelete(blog, tx, sent);
        return;
      }
      const mentioned = await mentionedIn(tx, state);
      const subject = { kind: 'answer', subject_id: id, post_id: state.post.id } as const;
      const inbox = mentioned && !mentioned.date_blocked ? (mentioned.shared_inbox ?? mentioned.inbox) : null;
      const version = await sendChange(blog, tx, subject, sent, inbox, (version) =>
        answerObject(blog, site, state, mentioned, version),
      );
      await setOriginOfAnswer(tx, id, answerObjectUrl(blog, id, version));
    });
    startJobs(blog);
  },
};

type Subject = Pick<SentObject, 'kind' | 'subject_id' | 'post_id'>;

/**
 * Sends a Create or an Update, unless nothing visible changed. What was deleted before gets a further version, and with it
 * another id: servers ignore objects whose id they have deleted.
 */
async function sendChange(
  blog: Blog,
  tx: Db,
  subject: Subject,
  sent: SentObject | undefined,
  recipient: string | null,
  make: (version: number) => Json,
): Promise<number> {
  const version = currentVersion(sent);
  const object = make(version);
  const hash = hashOf(object);
  const isNew = !sent || sent.deleted === 1;
  if (!isNew && sent.hash === hash) return version;
  const now = nowIso(blog);
  const date_created = isNew ? now : sent.date_created;
  await putSentObject(tx, {
    ...subject,
    version,
    hash,
    deleted: 0,
    recipient,
    date_sent: now,
    date_created,
  });
  if (isNew) await deliver(blog, tx, createActivity(object), recipients(recipient));
  else await deliverToAll(blog, tx, updateActivity(object, now), { ...sent, recipient });
  return version;
}

/** Other servers take it for an edit only if it has a date. */
const updateActivity = (object: Json, now: string): Json => ({
  id: `${object.id}#update-${Date.parse(now)}`,
  type: 'Update',
  to: object.to,
  cc: object.cc,
  object: { ...object, updated: now },
});

async function sendDelete(blog: Blog, tx: Db, sent: SentObject): Promise<void> {
  if (sent.deleted) return;
  const urlOf = sent.kind === 'post' ? postObjectUrl : answerObjectUrl;
  const id = urlOf(blog, sent.subject_id, sent.version);
  await putSentObject(tx, { ...sent, deleted: 1, date_sent: nowIso(blog) });
  const { to, cc } = audience(blog);
  await deliverToAll(blog, tx, { id: `${id}#delete`, type: 'Delete', to, cc, object: tombstone(id) }, sent);
}

/** A statement has a limited number of parts. */
const maxInboxes = 100;

/** Also to those who received it, or answered, and do not follow the blog now: they would show what is no longer true. */
async function deliverToAll(blog: Blog, tx: Db, activity: Json, sent: SentObject): Promise<void> {
  await deliver(blog, tx, activity, recipients(sent.recipient));
  const others = await otherRecipients(tx, sent.post_id, sent.date_created ?? sent.date_sent);
  for (let from = 0; from < others.length; from += maxInboxes)
    await deliver(blog, tx, activity, { inboxes: others.slice(from, from + maxInboxes) });
}

const recipients = (inbox: string | null) => ({ followers: true, inboxes: inbox ? [inbox] : [] });

async function announceAnswersAgain(blog: Blog, tx: Db, postId: number): Promise<void> {
  const ids = (await sentAnswers(tx, postId)).map(({ subject_id }) => subject_id);
  if (await markAnnounced(tx, 'answer', ids)) await wakeJob(blog, tx, 'announce');
}

/** Of what readers see; dates and links to collections say nothing about that. */
function hashOf({ updated: _updated, replies: _replies, ...visible }: Json): string {
  return createHash('sha256').update(JSON.stringify(visible)).digest('base64url');
}
