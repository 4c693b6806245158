import { type Blog, nowIso } from '../../../platform/blog.ts';
import { deleteInBatches } from '../../../platform/db/in-batches.ts';
import type { Db } from '../../../platform/db/open.ts';
import { readSetting } from '../../../platform/db/settings.ts';
import { inTransaction, lockName } from '../../../platform/db/transaction.ts';
import { addressKey, normalizedAddress } from '../../../platform/http/api/mail-address.ts';
import { attemptsSince, insertAttempt } from '../../../platform/http/limits/attempts.ts';
import { ReaderProblem } from '../../../platform/http/reader-problem.ts';
import { wakeJob } from '../../../platform/jobs/add-job.ts';
import { maxAgeMs } from '../queue/expired-mails.ts';
import { hashOfToken, verifiedId } from '../queue/links.ts';
import { mailSetting, toMailSettings } from '../settings.ts';
import * as store from '../store/commenters.ts';
import { takeToken, validToken } from '../store/tokens.ts';

const hour = 60 * 60 * 1000;
/** An address is forgotten when it is not confirmed within this time, which is also how long the link works. */
export const confirmMs = maxAgeMs.commenter;
/** An address whose confirmation waits for the approval of the comment is not stored longer than this. */
const waitMs = 30 * 24 * hour;

/** Addresses that one visitor can have asked at once; later ones are asked when the owner approves the comment. */
const visitorLimit = { max: 5, ms: hour };

export const askJob = 'ask-commenters';

const before = (blog: Blog, ms: number): string => new Date(blog.now().getTime() - ms).toISOString();

/** Whether commenters of this site can be notified by mail. */
export const isOffered = async (blog: Blog, db: Db): Promise<boolean> =>
  blog.mail !== null && toMailSettings(await readSetting(db, mailSetting)).commenter_mail;

/** The address that a commenter wants to be notified at; null when none is given, or the site notifies no commenters. */
export async function addressToTell(blog: Blog, typed: string | null | undefined): Promise<string | null> {
  if (typed == null || !(await isOffered(blog, blog.db))) return null;
  const address = normalizedAddress(typed);
  if (address === null)
    throw new ReaderProblem('invalid', ({ commenterMail }) => commenterMail.addressInvalid);
  return address;
}

/**
 * Lets an address follow a new comment, in the transaction that stores it. What follows for a new address, a known one and a
 * confirmed one differs only in a job, so that the time of the answer does not tell them apart. A suspicious comment sends
 * nothing before the owner approved it, and neither does one above the limit of the visitor, who is known by the keyed hash of the
 * IP address. The caller holds the lock of new comments, and calls `startJobs` after the commit.
 */
export async function followNewComment(
  blog: Blog,
  tx: Db,
  commentId: number,
  { address, visitor, isSuspicious }: { address: string; visitor: string; isSuspicious: boolean },
): Promise<void> {
  const now = nowIso(blog);
  const address_key = addressKey(address);
  const expired = await store.expiredCommenter(tx, address_key, before(blog, confirmMs));
  if (expired) await store.deleteCommenter(tx, expired.id);
  const since = before(blog, visitorLimit.ms);
  const { count } = await attemptsSince(tx, askJob, visitor, { since, until: now });
  await insertAttempt(tx, askJob, visitor, now);
  const date_due = count < visitorLimit.max && !isSuspicious ? now : null;
  await store.followComment(tx, commentId, { address, address_key, date_added: now, date_due });
  await wakeJob(blog, tx, askJob);
}

/** Whether a link for confirming works. Looking changes nothing: programs that check mails open every link. */
export const isConfirmable = async (blog: Blog, token: string): Promise<boolean> =>
  (await validToken(blog.db, 'commenter', hashOfToken(token), nowIso(blog))) !== undefined;

/** Confirms an address; false when the link is unknown, was used or has expired. */
export const confirmCommenter = (blog: Blog, token: string): Promise<boolean> =>
  inTransaction(blog.db, async (tx) => {
    const taken = await takeToken(tx, 'commenter', hashOfToken(token), nowIso(blog));
    if (!taken) return false;
    const { commenterId } = JSON.parse(taken.content) as TokenContent;
    return store.setConfirmed(tx, commenterId, nowIso(blog));
  });

export type TokenContent = { commenterId: number };

/** Whether a link for stopping was made by this site. Its address may be deleted already. */
export const isStopLink = (blog: Blog, signed: string): boolean =>
  verifiedId(blog, 'commenter', signed) !== null;

/** Deletes an address with all that it follows. False when the link was not made by this site; a second use does no harm. */
export async function stopCommenter(blog: Blog, signed: string): Promise<boolean> {
  const id = verifiedId(blog, 'commenter', signed);
  if (id === null) return false;
  await inTransaction(blog.db, (tx) => store.deleteCommenter(tx, id));
  return true;
}

/** Deletes addresses that were not confirmed in time, and those whose comments are all deleted for good. */
export const deleteExpiredCommenters = (blog: Blog): Promise<void> =>
  deleteInBatches((size) =>
    inTransaction(blog.db, async (tx) => {
      // As new comments do: one of them could follow with an address that is about to be deleted.
      await lockName(tx, 'comments');
      const ids = await store.expiredCommenters(
        tx,
        { askedBefore: before(blog, confirmMs), addedBefore: before(blog, waitMs) },
        size,
      );
      for (const id of ids) await store.deleteCommenter(tx, id);
      return ids.length;
    }),
  );
