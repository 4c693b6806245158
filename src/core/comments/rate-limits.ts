import type { Blog } from '../../platform/blog.ts';
import type { Db } from '../../platform/db/open.ts';
import { attemptsSince, insertAttempts } from '../../platform/http/limits/attempts.ts';
import { ReaderProblem, type ReaderText } from '../../platform/http/reader-problem.ts';
import { hasPending } from './store/spam.ts';

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
type Origin = { address: string; network: string };
type Load = { busy: boolean; retryAfter: number };

/** Attempts within a time, and the seconds until the oldest of them no longer counts. */
type Recent = { count: number; retryAfter: number };

/** Rejects comments above the limits per IP address and for the whole site. */
export async function checkRateLimits(blog: Blog, db: Db, from: Origin): Promise<Load> {
  const now = blog.now().getTime();
  const own = await recent(db, from.address, addressLimit.ms, now);
  if (own.count >= addressLimit.max)
    throw rejected(blog, (messages) => messages.commentRateLimited, own.retryAfter);
  const all = await recent(db, '', siteLimit.ms, now);
  const isFull = all.count >= siteLimit.max;
  const isClosed = all.count >= siteLimit.max + siteLimit.reservedForNew;
  if (isClosed || (isFull && !(await isNewVisitor(db, from, now))))
    throw rejected(blog, (messages) => messages.commentsOverloaded, all.retryAfter);
  return { busy: all.count >= siteLimit.busy, retryAfter: all.retryAfter };
}

async function isNewVisitor(db: Db, { address, network }: Origin, now: number): Promise<boolean> {
  const own = await recent(db, address, siteLimit.ms, now);
  const neighbors = await recent(db, network, siteLimit.ms, now);
  return own.count === 0 && neighbors.count <= siteLimit.perNetwork;
}

/** Rejects a suspicious comment while the site is flooded or its moderation queue is full. */
export async function rejectSuspiciousUnderLoad(db: Db, { busy, retryAfter }: Load): Promise<void> {
  if (busy || (await isQueueFull(db)))
    throw rateLimited((messages) => messages.commentsOverloaded, retryAfter);
}

export const isQueueFull = (db: Db): Promise<boolean> => hasPending(db, maxPending);

export async function countComment(db: Db, { address, network }: Origin, at: string): Promise<void> {
  await insertAttempts(db, 'comment', [address, network, ''], at);
}

async function recent(db: Db, subject: string, ms: number, now: number): Promise<Recent> {
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
