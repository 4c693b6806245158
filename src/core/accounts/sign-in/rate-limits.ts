import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Blog, nowIso } from '../../../platform/blog.ts';
import type { Db } from '../../../platform/db/open.ts';
import { inTransaction, lockName } from '../../../platform/db/transaction.ts';
import * as attempts from '../../../platform/http/limits/attempts.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { ipKey, networkKey } from '../../../platform/http/request/visitor-keys.ts';
import type { Message } from '../../../platform/messages/translate.ts';
import { recordActivity } from '../../site/activity.ts';
import { signInRateLimited } from '../messages.ts';
import type { ClientKind } from './passwords.ts';

/* Password, passkey and recovery code share their rate limits. */

const minute = 60_000;
const windowMs = 15 * minute;
const attemptsPerIp = 10;
/** Per /24 or /48, because one customer of a provider can have that many IP addresses. */
const attemptsPerNetwork = 100;
const knownForMs = 30 * 24 * 60 * minute;
const undelayedAttemptsPerName = 10;
const maxDelayMs = 4_000;

const recently = (blog: Blog) => ({
  since: new Date(blog.now().getTime() - windowMs).toISOString(),
  until: nowIso(blog),
});

const nameKey = (username: string): string =>
  createHash('sha256').update(username.normalize('NFKC').toLowerCase()).digest('base64url');

/** The client that attempts to sign in. */
export type Origin = {
  address: string;
  /** The id in the signed cookie of a browser that signed in before; it does not authenticate. */
  browser: string | null;
};

/** Counts under a lock and before the password is checked, so that concurrent attempts do not get around the limit. */
export async function countAttempt(blog: Blog, origin: Origin): Promise<ClientKind> {
  const address = ipKey(blog, origin.address);
  const network = networkKey(blog, origin.address);
  return inTransaction(blog.db, async (tx) => {
    await lockName(tx, `sign-in:${network}`);
    const own = await attempts.attemptsSince(tx, 'sign-in', address, recently(blog));
    if (own.count >= attemptsPerIp) throw rateLimited(blog, own.first);
    const signedIn = await attempts.attemptsSince(tx, attempts.signedIn, address, {
      since: new Date(blog.now().getTime() - knownForMs).toISOString(),
      until: nowIso(blog),
    });
    const isKnown = (await countBrowserAttempt(blog, tx, origin.browser)) || signedIn.count > 0;
    const neighbors = await attempts.attemptsSince(tx, 'sign-in-network', network, recently(blog));
    if (!isKnown && neighbors.count >= attemptsPerNetwork) throw rateLimited(blog, neighbors.first);
    await attempts.insertAttempt(tx, 'sign-in', address, nowIso(blog));
    await attempts.insertAttempt(tx, 'sign-in-network', network, nowIso(blog));
    return isKnown ? 'known' : 'stranger';
  });
}

/** Whether this is a known browser. After as many attempts as an IP address has, its cookie is ignored for a while. */
async function countBrowserAttempt(blog: Blog, tx: Db, browser: string | null): Promise<boolean> {
  if (browser === null) return false;
  // Always after the lock of the network, so that two attempts cannot deadlock.
  await lockName(tx, `sign-in-browser:${browser}`);
  const { count } = await attempts.attemptsSince(tx, 'sign-in-browser', browser, recently(blog));
  if (count >= attemptsPerIp) return false;
  await attempts.insertAttempt(tx, 'sign-in-browser', browser, nowIso(blog));
  return true;
}

function rateLimited(blog: Blog, first: string | null): Problem {
  const now = blog.now().getTime();
  const endsAt = first === null ? now : new Date(first).getTime() + windowMs;
  return new Problem('too_many', signInRateLimited, {
    retryAfter: Math.max(1, Math.ceil((endsAt - now) / 1000)),
  });
}

/** Delays sign-ins to a name under attack more and more, but never locks it, so that its owner can still sign in. */
export async function delayGuessing(
  blog: Blog,
  username: string,
  client: ClientKind = 'stranger',
): Promise<void> {
  if (client === 'known') return;
  const name = nameKey(username);
  const { count } = await attempts.attemptsSince(blog.db, 'sign-in-name', name, recently(blog));
  if (count > undelayedAttemptsPerName)
    await wait(Math.min(maxDelayMs, 125 * 2 ** (count - undelayedAttemptsPerName)));
}

/** After a success: clears the attempts of the IP address and browser, and marks the IP address as known. */
export async function clearAttempts(blog: Blog, origin: Origin): Promise<void> {
  const address = ipKey(blog, origin.address);
  await inTransaction(blog.db, async (tx) => {
    await attempts.deleteAttempts(tx, 'sign-in', address);
    await attempts.deleteAttempts(tx, 'sign-in-network', networkKey(blog, origin.address));
    if (origin.browser !== null) await attempts.deleteAttempts(tx, 'sign-in-browser', origin.browser);
    await attempts.deleteAttempts(tx, attempts.signedIn, address);
    await attempts.insertAttempt(tx, attempts.signedIn, address, nowIso(blog));
  });
}

/** Logs a failed attempt, without the name: users sometimes type their password into the wrong field. */
export async function logFailure(blog: Blog, username: string | null, what: Message): Promise<void> {
  if (username !== null)
    await attempts.insertAttempt(blog.db, 'sign-in-name', nameKey(username), nowIso(blog));
  await recordActivity(blog, blog.db, 'sign-in-failed', what);
}
