import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Problem } from '../../contract/errors.ts';
import type { Db } from '../../db/open.ts';
import * as attempts from '../../store/attempts.ts';
import { inTransaction, lockName } from '../../store/transaction.ts';
import { note } from '../activity.ts';
import { type Blog, nowIso } from '../blog.ts';
import { addressKey, networkKey } from '../posts/votes.ts';
import type { Asker } from './passwords.ts';

/** Every way of proving who one is counts here: password, passkey and recovery code share their limits. */

const minute = 60_000;
const tryWindow = 15 * minute;
const triesPerAddress = 10;
/** Of the /24 or /48 around an address, so that one customer's many addresses do not count as many people. */
const triesPerNetwork = 100;
const rememberedMs = 30 * 24 * 60 * minute;
const freeTriesPerName = 10;
const longestDelay = 4_000;

const recently = (blog: Blog) => ({
  since: new Date(blog.now().getTime() - tryWindow).toISOString(),
  until: nowIso(blog),
});

const nameKey = (username: string): string =>
  createHash('sha256').update(username.normalize('NFKC').toLowerCase()).digest('base64url');

/** Where an attempt to sign in comes from. */
export type Origin = {
  address: string;
  /** The id in the signed cookie of a browser that signed in before; it gives no access. */
  browser: string | null;
};

/** Counts before the password is looked at and one by one, so that many tries at once gain nothing. */
export async function countTry(blog: Blog, origin: Origin): Promise<Asker> {
  const address = addressKey(blog, origin.address);
  const network = networkKey(blog, origin.address);
  return inTransaction(blog.db, async (tx) => {
    await lockName(tx, `sign-in:${network}`);
    const tries = await attempts.attemptsSince(tx, 'sign-in', address, recently(blog));
    if (tries.count >= triesPerAddress) throw tooMany(blog, tries.first);
    const before = await attempts.attemptsSince(tx, attempts.signedIn, address, {
      since: new Date(blog.now().getTime() - rememberedMs).toISOString(),
      until: nowIso(blog),
    });
    const isKnown = (await countTryOfBrowser(blog, tx, origin.browser)) || before.count > 0;
    const around = await attempts.attemptsSince(tx, 'sign-in-network', network, recently(blog));
    if (!isKnown && around.count >= triesPerNetwork) throw tooMany(blog, around.first);
    await attempts.insertAttempt(tx, 'sign-in', address, nowIso(blog));
    await attempts.insertAttempt(tx, 'sign-in-network', network, nowIso(blog));
    return isKnown ? 'known' : 'stranger';
  });
}

/** Whether this is a known browser. After as many tries as an address has, its cookie counts for nothing for a while. */
async function countTryOfBrowser(blog: Blog, tx: Db, browser: string | null): Promise<boolean> {
  if (browser === null) return false;
  // Always after the lock of the network, so that two attempts never wait for each other.
  await lockName(tx, `sign-in-browser:${browser}`);
  const { count } = await attempts.attemptsSince(tx, 'sign-in-browser', browser, recently(blog));
  if (count >= triesPerAddress) return false;
  await attempts.insertAttempt(tx, 'sign-in-browser', browser, nowIso(blog));
  return true;
}

function tooMany(blog: Blog, first: string | null): Problem {
  const now = blog.now().getTime();
  const opens = first === null ? now : new Date(first).getTime() + tryWindow;
  return new Problem('too_many', 'Too many failed logins from your address. Please wait a few minutes.', {
    retryAfter: Math.max(1, Math.ceil((opens - now) / 1000)),
  });
}

/** A name under attack answers slower and slower, but it is never locked: its owner still gets in. */
export async function slowDownGuessing(
  blog: Blog,
  username: string,
  asker: Asker = 'stranger',
): Promise<void> {
  if (asker === 'known') return;
  const name = nameKey(username);
  const { count } = await attempts.attemptsSince(blog.db, 'sign-in-name', name, recently(blog));
  if (count > freeTriesPerName) await wait(Math.min(longestDelay, 125 * 2 ** (count - freeTriesPerName)));
}

/** A success clears what was counted against the address and the browser, and makes the address a known one. */
export async function forgetTries(blog: Blog, origin: Origin): Promise<void> {
  const address = addressKey(blog, origin.address);
  await inTransaction(blog.db, async (tx) => {
    await attempts.deleteAttempts(tx, 'sign-in', address);
    await attempts.deleteAttempts(tx, 'sign-in-network', networkKey(blog, origin.address));
    if (origin.browser !== null) await attempts.deleteAttempts(tx, 'sign-in-browser', origin.browser);
    await attempts.deleteAttempts(tx, attempts.signedIn, address);
    await attempts.insertAttempt(tx, attempts.signedIn, address, nowIso(blog));
  });
}

/** A try that failed. The name itself is not written down: people type their password into the wrong field. */
export async function noteFailure(blog: Blog, username: string | null, what: string): Promise<void> {
  if (username !== null)
    await attempts.insertAttempt(blog.db, 'sign-in-name', nameKey(username), nowIso(blog));
  await note(blog, blog.db, 'sign-in-failed', what);
}
