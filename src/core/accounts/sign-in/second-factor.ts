import { createHash, randomBytes } from 'node:crypto';
import { type Blog, serverUrl } from '../../../platform/blog.ts';
import type { Db } from '../../../platform/db/open.ts';
import { inTransaction, lockName } from '../../../platform/db/transaction.ts';
import { Problem } from '../../../platform/http/problem.ts';
import type { Administrator } from '../../../platform/http/viewer.ts';
import { message } from '../../../platform/messages/translate.ts';
import { titled } from '../../site/activity.ts';
import { recoveryCodeCount, type SignInMethods } from '../api/sign-in-methods.ts';
import * as messages from '../messages.ts';
import * as passkeys from '../store/passkeys.ts';
import { deleteStepsOf } from '../store/sign-in-steps.ts';
import * as users from '../store/users.ts';
import { presentPasskey } from './passkeys.ts';
import { recordSecurity } from './record-security.ts';
import { normalizedCode, passkeysProblem, recoveryCode } from './rules/passkeys.ts';

export async function signInMethods(blog: Blog, viewer: Administrator): Promise<SignInMethods> {
  const user = await users.userById(blog.db, viewer.userId);
  return {
    passkeys: (await passkeys.passkeysOf(blog.db, viewer.userId)).map(presentPasskey),
    passkeys_problem: passkeysProblem(serverUrl(blog)) ?? null,
    second_factor: user?.second_factor === 1,
    recovery_codes_left: await passkeys.countRecoveryCodes(blog.db, viewer.userId),
  };
}

/** Recovery codes are required first, so that a lost passkey does not lock the user out. */
export async function setSecondFactor(
  blog: Blog,
  viewer: Administrator,
  on: boolean,
): Promise<SignInMethods> {
  await inTransaction(blog.db, async (tx) => {
    await lockName(tx, `passkeys:${viewer.userId}`);
    if (on && (await passkeys.passkeysOf(tx, viewer.userId)).length === 0)
      throw new Problem('conflict', messages.secondFactorNeedsPasskey);
    if (on && (await passkeys.countRecoveryCodes(tx, viewer.userId)) === 0)
      throw new Problem('conflict', messages.secondFactorNeedsCodes);
    await users.setSecondFactor(tx, viewer.userId, on);
    await recordSecurity(
      blog,
      tx,
      on ? message('Turned on the second factor') : message('Turned off the second factor'),
    );
  });
  return signInMethods(blog, viewer);
}

const hashOf = (code: string): string =>
  createHash('sha256').update(normalizedCode(code)).digest('base64url');

/** Creates recovery codes and invalidates earlier ones. Only their hashes are stored, so they can be shown only now. */
export async function newRecoveryCodes(blog: Blog, viewer: Administrator): Promise<{ codes: string[] }> {
  const codes = Array.from({ length: recoveryCodeCount }, () => recoveryCode(randomBytes(16)));
  await inTransaction(blog.db, async (tx) => {
    await lockName(tx, `passkeys:${viewer.userId}`);
    await passkeys.replaceRecoveryCodes(tx, viewer.userId, codes.map(hashOf));
    await recordSecurity(blog, tx, message('Made new recovery codes'));
  });
  return { codes };
}

export const redeemRecoveryCode = (tx: Db, userId: number, code: string): Promise<boolean> =>
  passkeys.deleteRecoveryCode(tx, userId, hashOf(code));

/** For an owner who lost passkeys and codes: the password is enough again. False for an unknown name. */
export async function resetSecondFactor(blog: Blog, username: string): Promise<boolean> {
  const user = await users.userByName(blog.db, username);
  if (!user) return false;
  await inTransaction(blog.db, async (tx) => {
    await users.setSecondFactor(tx, user.id, false);
    await passkeys.deletePasskeysOf(tx, user.id);
    await passkeys.replaceRecoveryCodes(tx, user.id, []);
    await users.deleteSessionsOf(tx, user.id);
    await deleteStepsOf(tx, user.id);
    await recordSecurity(
      blog,
      tx,
      message('Removed the passkeys and recovery codes of "{name}"', { name: titled(user.username) }),
    );
  });
  return true;
}
