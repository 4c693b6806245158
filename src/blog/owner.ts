import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Problem } from '../contract/errors.ts';
import type { User } from '../contract/owner.ts';
import { browserName } from '../rules/browsers.ts';
import { type Viewer, visitor } from '../rules/viewer.ts';
import * as attempts from '../store/attempts.ts';
import * as owner from '../store/owner.ts';
import { deletePreviewsBefore } from '../store/previews.ts';
import { inTransaction, lockName } from '../store/transaction.ts';
import { type Blog, nowIso } from './blog.ts';
import { hashPassword, nobodysPassword, passwordMatches } from './passwords.ts';
import { addressKey } from './votes.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const idleDays = 30;
const tryWindow = 15 * minute;
const triesPerAddress = 10;
const freeTriesPerName = 10;
const longestDelay = 4_000;

const ago = (blog: Blog, ms: number): string => new Date(blog.now().getTime() - ms).toISOString();

/** The token goes to the browser; the database knows only its hash. */
const sessionIdOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Signs in and returns the new session's token, or null when name or password is wrong. */
export async function signIn(
  blog: Blog,
  input: { username: string; password: string; address: string; userAgent: string },
): Promise<string | null> {
  const address = addressKey(blog, input.address);
  const name = createHash('sha256')
    .update(input.username.normalize('NFKC').toLowerCase())
    .digest('base64url');
  await countTry(blog, address);
  await slowDownGuessing(blog, name);

  const user = await owner.userByName(blog.db, input.username);
  const right = await passwordMatches(input.password, user?.password_hash ?? nobodysPassword);
  if (!user || !right) {
    await attempts.noteAttempt(blog.db, 'sign-in-name', name, nowIso(blog));
    return null;
  }
  await attempts.forgetAttempts(blog.db, 'sign-in', address);
  return startSession(blog, user.id, input.userAgent);
}

/** Counts before the password is looked at and one by one, so that many tries at once gain nothing. */
async function countTry(blog: Blog, address: string): Promise<void> {
  await inTransaction(blog.db, async (tx) => {
    await lockName(tx, `sign-in:${address}`);
    const tries = await attempts.attemptsSince(tx, 'sign-in', address, ago(blog, tryWindow));
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
async function slowDownGuessing(blog: Blog, name: string): Promise<void> {
  const { count } = await attempts.attemptsSince(blog.db, 'sign-in-name', name, ago(blog, tryWindow));
  if (count > freeTriesPerName) await wait(Math.min(longestDelay, 125 * 2 ** (count - freeTriesPerName)));
}

async function startSession(blog: Blog, userId: number, userAgent: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = nowIso(blog);
  await owner.insertSession(blog.db, {
    id: sessionIdOf(token),
    user_id: userId,
    date_added: now,
    last_seen: now,
    browser: browserName(userAgent),
  });
  return token;
}

/** Who holds this token. A session in use is kept alive, with one write an hour at most. */
export async function viewerOf(blog: Blog, token: string | undefined): Promise<Viewer> {
  if (!token) return visitor;
  const session = await owner.sessionById(blog.db, sessionIdOf(token));
  if (!session || session.last_seen < ago(blog, idleDays * day)) return visitor;
  if (session.last_seen < ago(blog, 60 * minute)) await owner.touchSession(blog.db, session.id, nowIso(blog));
  return { admin: true, userId: session.user_id, username: session.username, sessionId: session.id };
}

export async function signOut(blog: Blog, viewer: Viewer): Promise<void> {
  if (viewer.admin) await owner.deleteSession(blog.db, viewer.sessionId);
}

export async function listUsers(blog: Blog, viewer: Viewer): Promise<User[]> {
  const users = await owner.allUsers(blog.db);
  return users.map((user) => presentUser(user, viewer));
}

const presentUser = (user: { id: number; username: string; date_added: string }, viewer: Viewer): User => ({
  id: user.id,
  username: user.username,
  date_added: user.date_added,
  you: viewer.admin && viewer.userId === user.id,
});

export async function addUser(
  blog: Blog,
  viewer: Viewer,
  input: { username: string; password: string },
): Promise<User> {
  const user = await owner.insertUser(blog.db, {
    username: input.username,
    password_hash: await hashPassword(input.password),
    date_added: nowIso(blog),
  });
  if (!user) throw new Problem('conflict', 'There is an administrator of that name already.');
  return presentUser(user, viewer);
}

/** Ends every session of the user. Who changes the own password gets a new session's token. */
export async function changePassword(
  blog: Blog,
  viewer: Viewer,
  userId: number,
  input: { password: string; userAgent: string },
): Promise<{ user: User; token: string | null }> {
  const user = await owner.userById(blog.db, userId);
  if (!user) throw noSuchUser();
  const hash = await hashPassword(input.password);
  await inTransaction(blog.db, async (tx) => {
    await owner.setPassword(tx, userId, hash);
    await owner.deleteSessionsOf(tx, userId);
  });
  const own = viewer.admin && viewer.userId === userId;
  return {
    user: presentUser(user, viewer),
    token: own ? await startSession(blog, userId, input.userAgent) : null,
  };
}

export async function removeUser(blog: Blog, userId: number): Promise<{ id: number }> {
  return inTransaction(blog.db, async (tx) => {
    await lockName(tx, 'users');
    const users = await owner.allUsers(tx);
    if (!users.some((user) => user.id === userId)) throw noSuchUser();
    if (users.length === 1)
      throw new Problem(
        'conflict',
        'This is the last administrator. Add another one before removing this one.',
      );
    await owner.deleteUser(tx, userId);
    return { id: userId };
  });
}

const noSuchUser = () => new Problem('not_found', 'There is no such administrator.');

/** Creates the first administrator of a site that has none; undefined when there is one. */
export async function firstAdministrator(
  blog: Blog,
  username: string,
  givenPassword: string | null,
): Promise<{ username: string; password: string; random: boolean } | undefined> {
  if ((await owner.allUsers(blog.db)).length > 0) return undefined;
  const password = givenPassword ?? randomBytes(15).toString('base64url');
  const hash = await hashPassword(password);
  const created = await inTransaction(blog.db, async (tx) => {
    await lockName(tx, 'users');
    if ((await owner.allUsers(tx)).length > 0) return undefined;
    return owner.insertUser(tx, { username, password_hash: hash, date_added: nowIso(blog) });
  });
  return created && { username, password, random: givenPassword === null };
}

/** For an owner who lost the password: sets a new one and ends all sessions of that name. */
export async function resetPassword(blog: Blog, username: string, password: string): Promise<boolean> {
  const user = await owner.userByName(blog.db, username);
  if (!user) return false;
  const hash = await hashPassword(password);
  await inTransaction(blog.db, async (tx) => {
    await owner.setPassword(tx, user.id, hash);
    await owner.deleteSessionsOf(tx, user.id);
  });
  return true;
}

/** Forgets what no longer matters: sessions idle for too long, old attempts, previews that have ended. */
export async function tidyUp(blog: Blog): Promise<void> {
  await owner.deleteSessionsBefore(blog.db, ago(blog, idleDays * day));
  await attempts.forgetAttemptsBefore(blog.db, ago(blog, day));
  await deletePreviewsBefore(blog.db, nowIso(blog));
}
