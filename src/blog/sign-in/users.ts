import { randomBytes } from 'node:crypto';
import { Problem } from '../../contract/errors.ts';
import type { User } from '../../contract/owner.ts';
import type { Viewer } from '../../rules/viewer.ts';
import { deleteStepsOf } from '../../store/sign-in-steps.ts';
import { inTransaction, lockName } from '../../store/transaction.ts';
import * as owner from '../../store/users.ts';
import { note, quoted } from '../activity.ts';
import { type Blog, nowIso } from '../blog.ts';
import { requireStrong, weaknessOf } from './password-strength.ts';
import { hashPassword } from './passwords.ts';
import { lockSessions, startSession } from './sign-in.ts';

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
  await requireStrong(blog, input.username, input.password);
  const hash = await hashPassword(input.password);
  const user = await inTransaction(blog.db, async (tx) => {
    const added = await owner.insertUser(tx, {
      username: input.username,
      password_hash: hash,
      date_added: nowIso(blog),
      weak_password: 0,
    });
    if (added) await note(blog, tx, 'security', `Added the administrator ${quoted(added.username)}`);
    return added;
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
  await requireStrong(blog, user.username, input.password);
  const hash = await hashPassword(input.password);
  await inTransaction(blog.db, async (tx) => {
    await lockSessions(tx, userId);
    await owner.setPassword(tx, userId, hash);
    await owner.deleteSessionsOf(tx, userId);
    await deleteStepsOf(tx, userId);
    await note(blog, tx, 'security', `Changed the password of ${quoted(user.username)}`);
  });
  const own = viewer.admin && viewer.userId === userId;
  return {
    user: presentUser(user, viewer),
    token: own ? await startSession(blog, { ...user, password_hash: hash }, input.userAgent, null) : null,
  };
}

export async function removeUser(blog: Blog, userId: number): Promise<{ id: number }> {
  return inTransaction(blog.db, async (tx) => {
    await lockName(tx, 'users');
    const users = await owner.allUsers(tx);
    const leaving = users.find((user) => user.id === userId);
    if (!leaving) throw noSuchUser();
    if (users.length === 1)
      throw new Problem(
        'conflict',
        'This is the last administrator. Add another one before removing this one.',
      );
    await owner.deleteUser(tx, userId);
    await note(blog, tx, 'security', `Removed the administrator ${quoted(leaving.username)}`);
    return { id: userId };
  });
}

const noSuchUser = () => new Problem('not_found', 'There is no such administrator.');

export type FirstAdministrator = {
  username: string;
  password: string;
  random: boolean;
  weakness: string | undefined;
};

const unusedMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Creates the first administrator of a site that has none; undefined when there is one. An owner who tries the blog out
 * may take an easy password, with a warning; on a site that others can reach it is refused. A random password that was
 * not used within a week gets another in its place: it may still be in the log of an abandoned start.
 */
export async function firstAdministrator(
  blog: Blog,
  username: string,
  givenPassword: string | null,
): Promise<FirstAdministrator | undefined> {
  if (!isFirst(blog, await owner.allUsers(blog.db))) return undefined;
  const password = givenPassword ?? randomBytes(15).toString('base64url');
  const weakness = givenPassword === null ? undefined : await weaknessOf(blog, username, password);
  if (weakness && blog.isPublic) throw new Problem('invalid', weakness);
  const hash = await hashPassword(password);
  const created = await inTransaction(blog.db, async (tx) => {
    await lockName(tx, 'users');
    const users = await owner.allUsers(tx);
    if (!isFirst(blog, users)) return undefined;
    const weak = weakness !== undefined;
    const unusedUntil =
      givenPassword === null ? new Date(blog.now().getTime() + unusedMs).toISOString() : null;
    const [expired] = users;
    if (expired) {
      await owner.setPassword(tx, expired.id, hash, { weak, unusedUntil });
      return expired;
    }
    return owner.insertUser(tx, {
      username,
      password_hash: hash,
      date_added: nowIso(blog),
      weak_password: weak ? 1 : 0,
      unused_until: unusedUntil,
    });
  });
  return created && { username: created.username, password, random: givenPassword === null, weakness };
}

/** Whether no one has been able to sign in yet: there is no administrator, or the only one has a first password that expired. */
const isFirst = (blog: Blog, users: readonly { unused_until: string | null }[]): boolean =>
  users.length === 0 ||
  (users.length === 1 &&
    users.every(({ unused_until }) => unused_until !== null && unused_until < nowIso(blog)));

/** The names of those whose password is known to be too easy for a public site. */
export const weakAdministrators = async (blog: Blog): Promise<string[]> =>
  (await owner.allUsers(blog.db)).filter((user) => user.weak_password === 1).map((user) => user.username);

/** For an owner who lost the password: sets a new one and ends all sessions of that name. */
export async function resetPassword(blog: Blog, username: string, password: string): Promise<boolean> {
  const user = await owner.userByName(blog.db, username);
  if (!user) return false;
  await requireStrong(blog, username, password);
  const hash = await hashPassword(password);
  await inTransaction(blog.db, async (tx) => {
    await lockSessions(tx, user.id);
    await owner.setPassword(tx, user.id, hash);
    await owner.deleteSessionsOf(tx, user.id);
    await deleteStepsOf(tx, user.id);
    await note(blog, tx, 'security', `Reset the password of ${quoted(user.username)}`);
  });
  return true;
}
