import { createHash, randomBytes } from 'node:crypto';
import { Problem } from '../../contract/errors.ts';
import { isDiskFull, isReadOnly } from '../../db/database-errors.ts';
import { inBatches } from '../../db/in-batches.ts';
import type { Db } from '../../db/open.ts';
import { browserName } from '../../rules/browsers.ts';
import { type Viewer, visitor } from '../../rules/viewer.ts';
import * as attempts from '../../store/attempts.ts';
import { deletePreviewsBefore } from '../../store/previews.ts';
import { forgetStepsBefore } from '../../store/sign-in-steps.ts';
import { inTransaction, lockName } from '../../store/transaction.ts';
import * as owner from '../../store/users.ts';
import { note, quoted, tidyActivity } from '../activity.ts';
import { type Blog, nowIso } from '../blog.ts';
import { weaknessOf } from './password-strength.ts';
import { passwordMatches, unknownUserHash } from './passwords.ts';
import { countTry, forgetTries, noteFailure, type Origin, slowDownGuessing } from './rate-limits.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const idleDays = 30;
/** A stolen session ends one day, however often it is used. */
const mostDays = 90;

const ago = (blog: Blog, ms: number): string => new Date(blog.now().getTime() - ms).toISOString();

/** The token goes to the browser; the database knows only its hash. */
const sessionIdOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

export type From = Origin & { userAgent: string };

/** The new session's token; whose password it was, when a passkey is asked for as well; null when something is wrong. */
export async function signIn(
  blog: Blog,
  input: From & { username: string; password: string },
): Promise<{ token: string } | { passkeyOf: number } | null> {
  const asker = await countTry(blog, input);
  await slowDownGuessing(blog, input.username, asker);

  const user = await owner.userByName(blog.db, input.username);
  const right = await passwordMatches(input.password, user?.password_hash ?? unknownUserHash, asker);
  if (!user || !right) {
    const name = user ? `as ${quoted(user.username)}` : 'under an unknown name';
    await noteFailure(blog, input.username, `Failed to sign in ${name}`);
    return null;
  }
  await refuseUnfit(blog, user, input.password);
  if (user.second_factor === 1) {
    const acting = actingAs(blog, user.username);
    await note(acting, blog.db, 'sign-in', 'Gave the right password, and is asked for a passkey');
    return { passkeyOf: user.id };
  }
  await forgetTries(blog, input);
  return { token: await startSession(blog, user, input.userAgent, 'Signed in with the password') };
}

export const refusedUntilReset =
  'It no longer signs in. Set a new one on the server: npm run admin -- reset-password';

type CheckedUser = NonNullable<Awaited<ReturnType<typeof owner.userByName>>>;

/**
 * A right password may still be unfit. It is not changed here: whoever guesses it first could choose the next one. Who can
 * run commands on the server is the owner.
 */
async function refuseUnfit(blog: Blog, user: CheckedUser, password: string): Promise<void> {
  if (user.unused_until !== null && user.unused_until < nowIso(blog)) {
    await noteFailure(blog, user.username, `Refused the expired first password of ${quoted(user.username)}`);
    throw new Problem(
      'forbidden',
      'This first password was not used within a week and has expired. Restart the site to have a new one printed, ' +
        'or run on the server: npm run admin -- reset-password',
    );
  }
  if (!blog.isPublic || user.weak_password === 0) return;
  const weak = user.weak_password === 1 || Boolean(await weaknessOf(blog, user.username, password));
  if (user.weak_password === null) await owner.noteWeakness(blog.db, user.id, weak);
  if (!weak) return;
  await noteFailure(blog, user.username, `Refused the easy password of ${quoted(user.username)}`);
  throw new Problem(
    'forbidden',
    `This password is too easy to guess for a site that others can reach. ${refusedUntilReset}`,
  );
}

/** Held by whoever begins sessions of the user, and by whoever ends them all. */
export const lockSessions = (tx: Db, userId: number): Promise<void> => lockName(tx, `sessions:${userId}`);

/** Begins a session and returns its token, unless the password that was checked is good no longer. */
export async function startSession(
  blog: Blog,
  user: { id: number; username: string; password_hash: string },
  userAgent: string,
  what: string | null,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = nowIso(blog);
  await inTransaction(blog.db, async (tx) => {
    await lockSessions(tx, user.id);
    const current = await owner.userById(tx, user.id);
    if (current?.password_hash !== user.password_hash)
      throw new Problem('no_auth', 'The password was changed a moment ago. Please sign in again.');
    if (current.unused_until !== null) await owner.noteUse(tx, user.id);
    await owner.insertSession(tx, {
      id: sessionIdOf(token),
      user_id: user.id,
      date_added: now,
      last_seen: now,
      browser: browserName(userAgent),
      confirmed: now,
    });
    if (what) await note(actingAs(blog, user.username), tx, 'sign-in', what);
  });
  return token;
}

/** The blog at work for somebody who just proved who they are. */
export const actingAs = (blog: Blog, username: string): Blog => ({
  ...blog,
  actor: blog.actor && { ...blog.actor, username },
});

/** Who holds this token. A session in use is kept alive, with one write an hour at most. */
export async function viewerOf(blog: Blog, token: string | undefined): Promise<Viewer> {
  if (!token) return visitor;
  const session = await owner.sessionById(blog.db, sessionIdOf(token));
  if (
    !session ||
    session.last_seen < ago(blog, idleDays * day) ||
    session.date_added < ago(blog, mostDays * day)
  )
    return visitor;
  // A time ahead of us is from a clock that was put back since; it would keep the session alive until then.
  const ahead = ago(blog, -60 * minute);
  const now = nowIso(blog);
  const date_added = session.date_added > ahead ? now : session.date_added;
  if (session.last_seen < ago(blog, 60 * minute) || session.last_seen > ahead || date_added === now)
    await owner.touchSession(blog.db, session.id, { date_added, last_seen: now }).catch((error) => {
      // A disk that cannot be written must not keep the owner from reading.
      if (!isDiskFull(error) && !isReadOnly(error)) throw error;
    });
  return {
    admin: true,
    userId: session.user_id,
    username: session.username,
    sessionId: session.id,
    authenticatedAt: session.confirmed,
  };
}

export async function signOut(blog: Blog, viewer: Viewer): Promise<void> {
  if (!viewer.admin) return;
  await inTransaction(blog.db, async (tx) => {
    await owner.deleteSession(tx, viewer.sessionId);
    await note(blog, tx, 'sign-out', 'Signed out');
  });
}

/** Forgets what no longer matters: sessions that have ended, old attempts, previews that have ended. */
export async function tidyUp(blog: Blog): Promise<void> {
  await owner.deleteSessionsBefore(blog.db, {
    last_seen: ago(blog, idleDays * day),
    date_added: ago(blog, mostDays * day),
  });
  await inBatches(ago(blog, day), 1000, async (before, size) =>
    (await attempts.forgetAttemptsBefore(blog.db, before, size)) ? before : null,
  );
  await attempts.forgetSignedInBefore(blog.db, ago(blog, idleDays * day));
  await deletePreviewsBefore(blog.db, nowIso(blog));
  await forgetStepsBefore(blog.db, nowIso(blog));
  await tidyActivity(blog);
}
