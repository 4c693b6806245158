import { ReaderProblem, type ReaderText } from '../../contract/reader-problem.ts';
import type { Db } from '../../db/open.ts';
import { attemptsSince, insertAttempts } from '../../store/attempts.ts';
import { hasPending } from '../../store/spam.ts';
import { type Blog, nowIso } from '../blog.ts';

/*
 * Counted in the database, so that the limits hold across processes and restarts. Only accepted comments are counted: a
 * rejected flood causes no writes.
 */

const second = 1000;
const addressLimit = { max: 10, ms: 600 * second };
/** For all visitors together. */
const siteLimit = {
  /** Above this, only comments without suspicion are accepted. */
  busy: 200,
  max: 400,
  /** Reserved for new visitors above `max`, so that a flood from a few networks does not block everyone. */
  reservedForNew: 200,
  /** How many comments a network may have sent while its IP addresses still count as new. */
  perNetwork: 1,
  ms: 3600 * second,
};
/** With a moderation queue of this length, suspicious comments are rejected. */
const maxPending = 20_000;

/** When this process last rejected a comment, in milliseconds. */
const lastRejected = new WeakMap<Blog['keys'], number>();

/** Whether comments were rejected lately: then the next ones are checked before they begin a transaction. */
export const isRejecting = ({ keys, now }: Blog): boolean =>
  now().getTime() - (lastRejected.get(keys) ?? 0) < addressLimit.ms;

/** Keyed hashes of the IP address and of its network. */
export type Origin = { address: string; network: string };
export type Load = { busy: boolean; retryAfter: number };

/** Rejects comments above the limits per IP address and for the whole site. */
export async function checkRateLimits(blog: Blog, db: Db, from: Origin): Promise<Load> {
  const own = await recent(blog, db, from.address, addressLimit.ms);
  if (own.count >= addressLimit.max)
    throw rejected(blog, (messages) => messages.commentRateLimited, own.retryAfter);
  const all = await recent(blog, db, '', siteLimit.ms);
  const isFull = all.count >= siteLimit.max;
  const isClosed = all.count >= siteLimit.max + siteLimit.reservedForNew;
  if (isClosed || (isFull && !(await isNewVisitor(blog, db, from))))
    throw rejected(blog, (messages) => messages.commentsOverloaded, all.retryAfter);
  return { busy: all.count >= siteLimit.busy, retryAfter: all.retryAfter };
}

async function isNewVisitor(blog: Blog, db: Db, { address, network }: Origin): Promise<boolean> {
  const own = await recent(blog, db, address, siteLimit.ms);
  const neighbors = await recent(blog, db, network, siteLimit.ms);
  return own.count === 0 && neighbors.count <= siteLimit.perNetwork;
}

/** Rejects a suspicious comment while the site is flooded or its moderation queue is full. */
export async function rejectSuspiciousUnderLoad(db: Db, { busy, retryAfter }: Load): Promise<void> {
  if (busy || (await isQueueFull(db)))
    throw rateLimited((messages) => messages.commentsOverloaded, retryAfter);
}

export const isQueueFull = (db: Db): Promise<boolean> => hasPending(db, maxPending);

export async function countComment(blog: Blog, db: Db, { address, network }: Origin): Promise<void> {
  await insertAttempts(db, 'comment', [address, network, ''], nowIso(blog));
}

async function recent(blog: Blog, db: Db, subject: string, ms: number) {
  const now = blog.now().getTime();
  const { count, first } = await attemptsSince(db, 'comment', subject, {
    since: new Date(now - ms).toISOString(),
    until: new Date(now).toISOString(),
  });
  const endsAt = first === null ? now + ms : new Date(first).getTime() + ms;
  return { count, retryAfter: Math.max(1, Math.ceil((endsAt - now) / second)) };
}

function rejected(blog: Blog, text: ReaderText, retryAfter: number): ReaderProblem {
  lastRejected.set(blog.keys, blog.now().getTime());
  return rateLimited(text, retryAfter);
}

const rateLimited = (text: ReaderText, retryAfter: number) =>
  new ReaderProblem('too_many', text, { retryAfter });
