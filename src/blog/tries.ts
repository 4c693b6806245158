import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Problem } from '../contract/errors.ts';
import * as attempts from '../store/attempts.ts';
import { inTransaction, lockName } from '../store/transaction.ts';
import { note } from './activity.ts';
import { type Blog, nowIso } from './blog.ts';
import { addressKey } from './votes.ts';

/** Every way of proving who one is counts here: password, passkey and recovery code share their limits. */

const minute = 60_000;
const tryWindow = 15 * minute;
const triesPerAddress = 10;
const freeTriesPerName = 10;
const longestDelay = 4_000;

const recently = (blog: Blog) => ({
  since: new Date(blog.now().getTime() - tryWindow).toISOString(),
  until: nowIso(blog),
});

const nameKey = (username: string): string =>
  createHash('sha256').update(username.normalize('NFKC').toLowerCase()).digest('base64url');

/** Counts before the password is looked at and one by one, so that many tries at once gain nothing. */
export async function countTry(blog: Blog, plainAddress: string): Promise<void> {
  const address = addressKey(blog, plainAddress);
  await inTransaction(blog.db, async (tx) => {
    await lockName(tx, `sign-in:${address}`);
    const tries = await attempts.attemptsSince(tx, 'sign-in', address, recently(blog));
    if (tries.count >= triesPerAddress && tries.first !== null) {
      const opens = new Date(tries.first).getTime() + tryWindow;
      throw new Problem('too_many', 'Too many failed logins from your address. Please wait a few minutes.', {
        retryAfter: Math.max(1, Math.ceil((opens - blog.now().getTime()) / 1000)),
      });
    }
    await attempts.noteAttempt(tx, 'sign-in', address, nowIso(blog));
  });
}

/** A name under attack answers slower and slower, but it is never locked: its owner still gets in. */
export async function slowDownGuessing(blog: Blog, username: string): Promise<void> {
  const name = nameKey(username);
  const { count } = await attempts.attemptsSince(blog.db, 'sign-in-name', name, recently(blog));
  if (count > freeTriesPerName) await wait(Math.min(longestDelay, 125 * 2 ** (count - freeTriesPerName)));
}

/** A success clears what was counted against the address. */
export const forgetTries = (blog: Blog, address: string): Promise<void> =>
  attempts.forgetAttempts(blog.db, 'sign-in', addressKey(blog, address));

/** A try that failed. The name itself is not written down: people type their password into the wrong field. */
export async function noteFailure(blog: Blog, username: string | null, what: string): Promise<void> {
  if (username !== null) await attempts.noteAttempt(blog.db, 'sign-in-name', nameKey(username), nowIso(blog));
  await note(blog, blog.db, 'sign-in-failed', what);
}
