import { type Blog, nowIso } from '../../../platform/blog.ts';
import type { Db } from '../../../platform/db/open.ts';
import { deleteSetting } from '../../../platform/db/settings.ts';
import { inTransaction, lockName } from '../../../platform/db/transaction.ts';
import { Problem } from '../../../platform/http/problem.ts';
import * as store from '../store/users.ts';
import { weaknessOf } from './password-strength.ts';
import { hashPassword } from './passwords.ts';

/** Where the hashes of claim links are stored. */
export const claimSetting = 'claim';

/** Serializes everything that creates the first administrator or removes one. */
export const lockUsers = (tx: Db): Promise<void> => lockName(tx, 'users');

export const hasAdministrator = async (db: Db): Promise<boolean> => (await store.allUsers(db)).length > 0;

/** Whether there is no administrator yet who has chosen a password. */
export const isUnclaimed = async (blog: Blog, db: Db): Promise<boolean> =>
  isFirst(blog, await store.allUsers(db));

/** A single administrator whose random password, printed by an earlier version, expired unused counts as none. */
const isFirst = (blog: Blog, users: readonly { unused_until: string | null }[]): boolean =>
  users.length === 0 ||
  (users.length === 1 &&
    users.every(({ unused_until }) => unused_until !== null && unused_until < nowIso(blog)));

type Credentials = { username: string; password_hash: string; isWeak: boolean };

/** Creates the first administrator and ends all claim links; undefined when there is one. Needs `lockUsers`. */
export async function createFirst(
  blog: Blog,
  tx: Db,
  { username, password_hash, isWeak }: Credentials,
): Promise<{ id: number; username: string; password_hash: string } | undefined> {
  const users = await store.allUsers(tx);
  if (!isFirst(blog, users)) return undefined;
  const weak_password = isWeak ? 1 : 0;
  const [expired] = users;
  const user = expired
    ? await store.replaceUser(tx, expired.id, { username, password_hash, weak_password })
    : await store.insertUser(tx, { username, password_hash, weak_password, date_added: nowIso(blog) });
  await deleteSetting(tx, claimSetting);
  return user && { id: user.id, username: user.username, password_hash };
}

/**
 * Creates the first administrator with the password of the configuration; undefined when there is one. A weak password is
 * allowed while the site is private, and its weakness returned for a warning; on a public site it is refused.
 */
export async function firstAdministrator(
  blog: Blog,
  username: string,
  password: string,
): Promise<{ username: string; weakness: string | undefined } | undefined> {
  if (!(await isUnclaimed(blog, blog.db))) return undefined;
  const weakness = await weaknessOf(blog, username, password);
  if (weakness && blog.isPublic) throw new Problem('invalid', weakness);
  const password_hash = await hashPassword(password);
  const created = await inTransaction(blog.db, async (tx) => {
    await lockUsers(tx);
    return createFirst(blog, tx, { username, password_hash, isWeak: weakness !== undefined });
  });
  return created && { username: created.username, weakness };
}
