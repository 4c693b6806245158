import { randomBytes } from 'node:crypto';
import { Problem } from '../../contract/errors.ts';
import type { User } from '../../contract/owner.ts';
import * as messages from '../../messages/owner.ts';
import type { Viewer } from '../../rules/viewer.ts';
import { deleteProfile, isAuthor, lockProfile, photoName } from '../../store/profiles.ts';
import { deleteStepsOf } from '../../store/sign-in-steps.ts';
import { inTransaction, lockName } from '../../store/transaction.ts';
import * as store from '../../store/users.ts';
import { quoted } from '../activity.ts';

import { type Blog, nowIso } from '../blog.ts';
import { authorsTag } from '../reads.ts';
import { clearImage } from '../site/site-images.ts';
import { noteSecurity } from './note-security.ts';
import { requireStrongPassword, weaknessOf } from './password-strength.ts';
import { hashPassword } from './passwords.ts';
import { lockSessions, startSession } from './sign-in.ts';

export async function listUsers(blog: Blog, viewer: Viewer): Promise<User[]> {
  const users = await store.allUsers(blog.db);
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
  await requireStrongPassword(blog, input.username, input.password);
  const hash = await hashPassword(input.password);
  const user = await inTransaction(blog.db, async (tx) => {
    const added = await store.insertUser(tx, {
      username: input.username,
      password_hash: hash,
      date_added: nowIso(blog),
      weak_password: 0,
    });
    if (added) await noteSecurity(blog, tx, `Added the administrator ${quoted(added.username)}`);
    return added;
  });
  if (!user) throw new Problem('conflict', messages.usernameTaken);
  return presentUser(user, viewer);
}

/** Ends every session of the user. A viewer who changes their own password gets the token of a new session. */
export async function changePassword(
  blog: Blog,
  viewer: Viewer,
  userId: number,
  input: { password: string; userAgent: string },
): Promise<{ user: User; token: string | null }> {
  const user = await store.userById(blog.db, userId);
  if (!user) throw noSuchUser();
  await requireStrongPassword(blog, user.username, input.password);
  const hash = await hashPassword(input.password);
  await inTransaction(blog.db, async (tx) => {
    await lockSessions(tx, userId);
    await store.setPassword(tx, userId, hash);
    await store.deleteSessionsOf(tx, userId);
    await deleteStepsOf(tx, userId);
    await noteSecurity(blog, tx, `Changed the password of ${quoted(user.username)}`);
  });
  const own = viewer.admin && viewer.userId === userId;
  return {
    user: presentUser(user, viewer),
    token: own ? await startSession(blog, { ...user, password_hash: hash }, input.userAgent, null) : null,
  };
}

/** Posts and comments keep the name of their author: a profile with a name stays as that of a former author. */
export async function removeUser(blog: Blog, userId: number): Promise<{ id: number }> {
  const removed = await inTransaction(blog.db, async (tx) => {
    await lockName(tx, 'users');
    const users = await store.allUsers(tx);
    const found = users.find((user) => user.id === userId);
    if (!found) throw noSuchUser();
    if (users.length === 1) throw new Problem('conflict', messages.lastAdministrator);
    await store.deleteUser(tx, userId);
    const profile = await lockProfile(tx, userId);
    const isKept = profile?.display_name && (await isAuthor(tx, userId));
    if (!isKept) await deleteProfile(tx, userId);
    await noteSecurity(blog, tx, `Removed the administrator ${quoted(found.username)}`);
    return { id: userId, hasProfile: Boolean(isKept), username: found.username };
  });
  blog.changed({ touches: [authorsTag] });
  if (!removed.hasProfile)
    await clearImage(blog, photoName(userId), `Removed the photo of ${quoted(removed.username)}`);
  return { id: userId };
}

const noSuchUser = () => new Problem('not_found', messages.noSuchUser);

export type FirstAdministrator = {
  username: string;
  password: string;
  random: boolean;
  weakness: string | undefined;
};

const unusedMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Creates the first administrator; undefined when there is one. A weak password is allowed with a warning while the site is
 * private, and refused on a public site. A generated password that was not used within a week is replaced, because it may
 * still be in the log of an abandoned installation.
 */
export async function firstAdministrator(
  blog: Blog,
  username: string,
  givenPassword: string | null,
): Promise<FirstAdministrator | undefined> {
  if (!isFirst(blog, await store.allUsers(blog.db))) return undefined;
  const password = givenPassword ?? randomBytes(15).toString('base64url');
  const weakness = givenPassword === null ? undefined : await weaknessOf(blog, username, password);
  if (weakness && blog.isPublic) throw new Problem('invalid', weakness);
  const hash = await hashPassword(password);
  const created = await inTransaction(blog.db, async (tx) => {
    await lockName(tx, 'users');
    const users = await store.allUsers(tx);
    if (!isFirst(blog, users)) return undefined;
    const weak = weakness !== undefined;
    const unusedUntil =
      givenPassword === null ? new Date(blog.now().getTime() + unusedMs).toISOString() : null;
    const [expired] = users;
    if (expired) {
      await store.setPassword(tx, expired.id, hash, { weak, unusedUntil });
      return expired;
    }
    return store.insertUser(tx, {
      username,
      password_hash: hash,
      date_added: nowIso(blog),
      weak_password: weak ? 1 : 0,
      unused_until: unusedUntil,
    });
  });
  return created && { username: created.username, password, random: givenPassword === null, weakness };
}

/** Whether there is no administrator, or a single one whose first password has expired unused. */
const isFirst = (blog: Blog, users: readonly { unused_until: string | null }[]): boolean =>
  users.length === 0 ||
  (users.length === 1 &&
    users.every(({ unused_until }) => unused_until !== null && unused_until < nowIso(blog)));

/** The usernames whose password is known to be too weak for a public site. */
export const weakAdministrators = async (blog: Blog): Promise<string[]> =>
  (await store.allUsers(blog.db)).filter((user) => user.weak_password === 1).map((user) => user.username);

/** For an owner who lost the password: sets a new one and ends all sessions of the user. */
export async function resetPassword(blog: Blog, username: string, password: string): Promise<boolean> {
  const user = await store.userByName(blog.db, username);
  if (!user) return false;
  await requireStrongPassword(blog, username, password);
  const hash = await hashPassword(password);
  await inTransaction(blog.db, async (tx) => {
    await lockSessions(tx, user.id);
    await store.setPassword(tx, user.id, hash);
    await store.deleteSessionsOf(tx, user.id);
    await deleteStepsOf(tx, user.id);
    await noteSecurity(blog, tx, `Reset the password of ${quoted(user.username)}`);
  });
  return true;
}
