import { createHash } from 'node:crypto';
import { type Blog, nowIso } from '../../../platform/blog.ts';
import { isDiskFull, isReadOnly } from '../../../platform/db/database-errors.ts';
import { deleteInBatches } from '../../../platform/db/in-batches.ts';
import type { Db } from '../../../platform/db/open.ts';
import { inTransaction, lockName } from '../../../platform/db/transaction.ts';
import { browserName } from '../../../platform/http/browsers.ts';
import * as attempts from '../../../platform/http/limits/attempts.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { newSessionToken } from '../../../platform/http/request/session-tokens.ts';
import { type Viewer, visitor } from '../../../platform/http/viewer.ts';
import { type Message, message } from '../../../platform/messages/translate.ts';
import { deleteOldActivity, recordActivity, titled } from '../../site/activity.ts';
import * as messages from '../messages.ts';
import { deleteExpiredSteps } from '../store/sign-in-steps.ts';
import * as users from '../store/users.ts';
import { weaknessOf } from './password-strength.ts';
import { passwordMatches, unknownUserHash } from './passwords.ts';
import { clearAttempts, countAttempt, delayGuessing, logFailure, type Origin } from './rate-limits.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const idleDays = 30;
/** Limits how long a stolen session works, however often it is used. */
const maxDays = 90;

const ago = (blog: Blog, ms: number): string => new Date(blog.now().getTime() - ms).toISOString();

/** The browser has the token, the database only its hash. */
const sessionIdOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

export type From = Origin & { userAgent: string };

/** The token of the new session, or the user who needs a passkey as well; null when name or password is wrong. */
export async function signIn(
  blog: Blog,
  input: From & { username: string; password: string },
): Promise<{ token: string } | { passkeyOf: number } | null> {
  const client = await countAttempt(blog, input);
  await delayGuessing(blog, input.username, client);

  const user = await users.userByName(blog.db, input.username);
  const correct = await passwordMatches(input.password, user?.password_hash ?? unknownUserHash, client);
  if (!user || !correct) {
    const what = user
      ? message('Failed to sign in as "{name}"', { name: titled(user.username) })
      : message('Failed to sign in under an unknown name');
    await logFailure(blog, input.username, what);
    return null;
  }
  await refuseUnsafePassword(blog, user, input.password);
  if (user.second_factor === 1) {
    const acting = actingAs(blog, user.username);
    await recordActivity(
      acting,
      blog.db,
      'sign-in',
      message('Entered the correct password; a passkey is still required'),
    );
    return { passkeyOf: user.id };
  }
  await clearAttempts(blog, input);
  return { token: await startSession(blog, user, input.userAgent, message('Signed in with the password')) };
}

type CheckedUser = NonNullable<Awaited<ReturnType<typeof users.userByName>>>;

/**
 * A correct password may be expired or too weak. It cannot be changed here, because an attacker who guessed it could then
 * choose the next one; only the owner can run commands on the server.
 */
async function refuseUnsafePassword(blog: Blog, user: CheckedUser, password: string): Promise<void> {
  if (user.unused_until !== null && user.unused_until < nowIso(blog)) {
    await logFailure(
      blog,
      user.username,
      message('Refused the expired first password of "{name}"', { name: titled(user.username) }),
    );
    throw new Problem('forbidden', messages.firstPasswordExpired);
  }
  if (!blog.isPublic || user.weak_password === 0) return;
  const weak = user.weak_password === 1 || Boolean(await weaknessOf(blog, user.username, password));
  if (user.weak_password === null) await users.setWeakPassword(blog.db, user.id, weak);
  if (!weak) return;
  await logFailure(
    blog,
    user.username,
    message('Refused the easy password of "{name}"', { name: titled(user.username) }),
  );
  throw new Problem('forbidden', messages.passwordTooWeakForPublicSite);
}

/** Serializes starting a session of the user with ending all of them. */
export const lockSessions = (tx: Db, userId: number): Promise<void> => lockName(tx, `sessions:${userId}`);

/** Starts a session and returns its token, unless the password has changed since it was checked. */
export async function startSession(
  blog: Blog,
  user: { id: number; username: string; password_hash: string },
  userAgent: string,
  what: Message | null,
): Promise<string> {
  return inTransaction(blog.db, async (tx) => {
    await lockSessions(tx, user.id);
    const current = await users.userById(tx, user.id);
    if (current?.password_hash !== user.password_hash)
      throw new Problem('no_auth', messages.passwordChangedMeanwhile);
    if (current.unused_until !== null) await users.clearPasswordExpiry(tx, user.id);
    return openSession(blog, tx, user, userAgent, what);
  });
}

/** Stores a new session and returns its token. */
export async function openSession(
  blog: Blog,
  tx: Db,
  user: { id: number; username: string },
  userAgent: string,
  what: Message | null,
): Promise<string> {
  const token = newSessionToken(blog.keys.csrf);
  const now = nowIso(blog);
  const browser = browserName(userAgent);
  for (const { on } of blog.features) await on?.signedIn?.(blog, tx, user, browser);
  await users.insertSession(tx, {
    id: sessionIdOf(token),
    user_id: user.id,
    date_added: now,
    last_seen: now,
    browser,
    confirmed: now,
  });
  if (what) await recordActivity(actingAs(blog, user.username), tx, 'sign-in', what);
  return token;
}

/** The blog acting for the user who has just signed in. */
export const actingAs = (blog: Blog, username: string): Blog => ({
  ...blog,
  actor: blog.actor && { ...blog.actor, username },
});

/** The viewer with this session token. Using a session extends it, with at most one write per hour. */
export async function viewerOf(blog: Blog, token: string | undefined): Promise<Viewer> {
  if (!token) return visitor;
  const session = await users.sessionById(blog.db, sessionIdOf(token));
  if (
    !session ||
    session.last_seen < ago(blog, idleDays * day) ||
    session.date_added < ago(blog, maxDays * day)
  )
    return visitor;
  // A time in the future means that the clock was set back since; it would keep the session alive until then.
  const ahead = ago(blog, -60 * minute);
  const now = nowIso(blog);
  const date_added = session.date_added > ahead ? now : session.date_added;
  if (session.last_seen < ago(blog, 60 * minute) || session.last_seen > ahead || date_added === now)
    await users.touchSession(blog.db, session.id, { date_added, last_seen: now }).catch((error) => {
      // The owner must still be able to read when the disk cannot be written.
      if (!isDiskFull(error) && !isReadOnly(error)) throw error;
    });
  return {
    admin: true,
    userId: session.user_id,
    username: session.username,
    sessionId: session.id,
    authenticatedAt: session.confirmed,
    language: session.language ?? '',
  };
}

export async function signOut(blog: Blog, viewer: Viewer): Promise<void> {
  if (!viewer.admin) return;
  await inTransaction(blog.db, async (tx) => {
    await users.deleteSession(tx, viewer.sessionId);
    await recordActivity(blog, tx, 'sign-out', message('Signed out'));
  });
}

/** Deletes expired sessions, attempts and sign-in steps, and old activity. */
export async function deleteExpired(blog: Blog): Promise<void> {
  const { db } = blog;
  const ended = { last_seen: ago(blog, idleDays * day), date_added: ago(blog, maxDays * day) };
  await deleteInBatches((size) => users.deleteSessionsBefore(db, ended, size));
  await deleteInBatches((size) => attempts.deleteAttemptsBefore(db, ago(blog, day), size));
  await attempts.deleteSignedInBefore(db, ago(blog, idleDays * day));
  await deleteInBatches((size) => deleteExpiredSteps(db, nowIso(blog), size));
  await deleteOldActivity(blog);
}
