import { Problem } from '../../contract/errors.ts';
import type { Db } from '../../db/open.ts';
import { commentRateLimited } from '../../messages/reader.ts';
import { attemptsSince, insertAttempt } from '../../store/attempts.ts';
import { hasPending } from '../../store/spam.ts';
import { type Blog, nowIso } from '../blog.ts';

/*
 * Counted in the database, so that the limits hold for all processes together and after a restart. Only comments that
 * are taken in are written down: a flood that is refused writes nothing.
 */

const second = 1000;
const ofAddress = {
  most: 10,
  ms: 600 * second,
  sentence: commentRateLimited,
};
/** Of all visitors together. Above the first number only comments that nothing speaks against are taken in. */
const ofSite = {
  busy: 200,
  most: 400,
  /** Above that, a share for newcomers: a flood from a few networks must not close comments for everybody. */
  newcomers: 200,
  /** How many a larger network may have sent while its addresses still count as newcomers. */
  ofNetwork: 1,
  ms: 3600 * second,
  sentence: 'Very many comments are coming in at this moment. Please keep your text and try again later.',
};
/** A queue that no owner reads to its end does not grow by more of what looks like spam. */
const longestQueue = 20_000;

/** Where a comment comes from, as keyed hashes: the address, and the larger network around it. */
export type Origin = { address: string; network: string };
export type Flood = { busy: boolean; retryAfter: number };

/** Refuses comments above the limits of an address and of the whole site. */
export async function refuseFlood(blog: Blog, db: Db, from: Origin): Promise<Flood> {
  const own = await recent(blog, db, from.address, ofAddress.ms);
  if (own.count >= ofAddress.most) throw tooMany(ofAddress.sentence, own.retryAfter);
  const all = await recent(blog, db, '', ofSite.ms);
  const isFull = all.count >= ofSite.most;
  const isClosed = all.count >= ofSite.most + ofSite.newcomers;
  if (isClosed || (isFull && !(await isNewcomer(blog, db, from))))
    throw tooMany(ofSite.sentence, all.retryAfter);
  return { busy: all.count >= ofSite.busy, retryAfter: all.retryAfter };
}

async function isNewcomer(blog: Blog, db: Db, { address, network }: Origin): Promise<boolean> {
  const own = await recent(blog, db, address, ofSite.ms);
  const around = await recent(blog, db, network, ofSite.ms);
  return own.count === 0 && around.count <= ofSite.ofNetwork;
}

/** While the site is flooded, what looks like spam stays out, so that there is room for people. */
export async function refuseSuspect(db: Db, { busy, retryAfter }: Flood): Promise<void> {
  if (busy || (await hasPending(db, longestQueue))) throw tooMany(ofSite.sentence, retryAfter);
}

export async function countComment(blog: Blog, db: Db, { address, network }: Origin): Promise<void> {
  for (const subject of [address, network, '']) await insertAttempt(db, 'comment', subject, nowIso(blog));
}

async function recent(blog: Blog, db: Db, subject: string, ms: number) {
  const now = blog.now().getTime();
  const { count, first } = await attemptsSince(db, 'comment', subject, {
    since: new Date(now - ms).toISOString(),
    until: new Date(now).toISOString(),
  });
  const opens = first === null ? now + ms : new Date(first).getTime() + ms;
  return { count, retryAfter: Math.max(1, Math.ceil((opens - now) / second)) };
}

const tooMany = (sentence: string, retryAfter: number) => new Problem('too_many', sentence, { retryAfter });
