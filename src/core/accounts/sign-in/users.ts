import { type Blog, nowIso } from '../../../platform/blog.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { authorsTag } from '../../../platform/http/cache/reads.ts';
import { Problem } from '../../../platform/http/problem.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { message } from '../../../platform/messages/translate.ts';
import { clearImage } from '../../images/site-images.ts';
import { titled } from '../../site/activity.ts';
import type { User } from '../api/owner.ts';
import * as messages from '../messages.ts';
import { deleteProfile, isAuthor, lockProfile, photoName } from '../store/profiles.ts';
import { deleteStepsOf } from '../store/sign-in-steps.ts';
import * as store from '../store/users.ts';
import { lockUsers } from './first-administrator.ts';
import { requireStrongPassword } from './password-strength.ts';
import { hashPassword } from './passwords.ts';
import { recordSecurity } from './record-security.ts';
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
    if (added)
      await recordSecurity(
        blog,
        tx,
        message('Added the administrator "{name}"', { name: titled(added.username) }),
      );
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
    await recordSecurity(
      blog,
      tx,
      message('Changed the password of "{name}"', { name: titled(user.username) }),
    );
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
    await lockUsers(tx);
    const users = await store.allUsers(tx);
    const found = users.find((user) => user.id === userId);
    if (!found) throw noSuchUser();
    if (users.length === 1) throw new Problem('conflict', messages.lastAdministrator);
    await store.deleteUser(tx, userId);
    const profile = await lockProfile(tx, userId);
    const isKept = profile?.display_name && (await isAuthor(tx, userId));
    if (!isKept) await deleteProfile(tx, userId);
    await recordSecurity(
      blog,
      tx,
      message('Removed the administrator "{name}"', { name: titled(found.username) }),
    );
    return { id: userId, hasProfile: Boolean(isKept), username: found.username };
  });
  blog.changed({ touches: [authorsTag] });
  if (!removed.hasProfile)
    await clearImage(
      blog,
      photoName(userId),
      message('Removed the photo of "{name}"', { name: titled(removed.username) }),
    );
  return { id: userId };
}

const noSuchUser = () => new Problem('not_found', messages.noSuchUser);

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
    await recordSecurity(
      blog,
      tx,
      message('Reset the password of "{name}"', { name: titled(user.username) }),
    );
  });
  return true;
}
