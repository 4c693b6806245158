import { type Blog, nowIso } from '../../../platform/blog.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { Problem } from '../../../platform/http/problem.ts';
import type { Administrator } from '../../../platform/http/viewer.ts';
import { message } from '../../../platform/messages/translate.ts';
import { titled } from '../../site/activity.ts';
import type { PasskeyAssertion } from '../api/sign-in-methods.ts';
import * as messages from '../messages.ts';
import { takeStep } from '../store/sign-in-steps.ts';
import * as users from '../store/users.ts';
import { assertionOptions, verifyPasskey } from './passkeys.ts';
import { passwordMatches, unknownUserHash } from './passwords.ts';
import { clearAttempts, countAttempt, delayGuessing, logFailure, type Origin } from './rate-limits.ts';
import { redeemRecoveryCode } from './second-factor.ts';
import { actingAs, type From, startSession } from './sign-in.ts';
import { beginStep, holderOf, passwordGiven } from './steps.ts';

/** The password was correct; this browser may continue with a passkey of that user. */
export const awaitPasskey = (blog: Blog, cookie: string, userId: number): Promise<void> =>
  beginStep(blog, cookie, 'password', { userId });

export async function signInOptions(blog: Blog, cookie: string) {
  return assertionOptions(blog, cookie, 'passkey', await passwordGiven(blog, cookie));
}

/** Signs in with a passkey, alone or after the password. A passkey is two factors: the device, and what unlocks it. */
export async function signInWithPasskey(
  blog: Blog,
  cookie: string,
  assertion: PasskeyAssertion,
  from: From,
): Promise<string | null> {
  await countAttempt(blog, from);
  const passkey = await verifyPasskey(blog, cookie, 'passkey', assertion);
  const user = passkey && (await users.userById(blog.db, passkey.user_id));
  if (!user) {
    await logFailure(blog, null, message('Failed to sign in with a passkey'));
    return null;
  }
  const passwordStep = await takeStep(blog.db, holderOf(cookie), 'password', nowIso(blog));
  const name = titled(passkey.name);
  const what = passwordStep
    ? message('Signed in with the password and the passkey "{name}"', { name })
    : message('Signed in with the passkey "{name}"', { name });
  await clearAttempts(blog, from);
  return startSession(blog, user, from.userAgent, what);
}

/** After the password, instead of a lost passkey. */
export async function signInWithRecoveryCode(
  blog: Blog,
  cookie: string,
  code: string,
  from: From,
): Promise<string | null> {
  await countAttempt(blog, from);
  const userId = await passwordGiven(blog, cookie);
  const user = userId === null ? undefined : await users.userById(blog.db, userId);
  if (!user || !(await takeStepAndCode(blog, cookie, user.id, code))) {
    const what = user
      ? message('Failed to sign in with a recovery code as "{name}"', { name: titled(user.username) })
      : message('Failed to sign in with a recovery code');
    await logFailure(blog, user?.username ?? null, what);
    return null;
  }
  await clearAttempts(blog, from);
  return startSession(blog, user, from.userAgent, message('Signed in with the password and a recovery code'));
}

/** Atomic: a mistyped code can be corrected, and a correct one works for a single session. */
async function takeStepAndCode(blog: Blog, cookie: string, userId: number, code: string): Promise<boolean> {
  class WrongCode extends Error {}
  try {
    await inTransaction(blog.db, async (tx) => {
      const step = await takeStep(tx, holderOf(cookie), 'password', nowIso(blog));
      if (step?.user_id !== userId || !(await redeemRecoveryCode(tx, userId, code))) throw new WrongCode();
    });
    return true;
  } catch (error) {
    if (error instanceof WrongCode) return false;
    throw error;
  }
}

export const reauthenticationOptions = (blog: Blog, viewer: Administrator, cookie: string) =>
  assertionOptions(blog, cookie, 'confirm', viewer.userId);

/** Re-authenticates the user before a sensitive action. */
export async function reauthenticate(
  blog: Blog,
  viewer: Administrator,
  cookie: string,
  credentials: { password?: string | undefined; passkey?: PasskeyAssertion | undefined },
  from: Origin,
): Promise<{ status: 'success' }> {
  await countAttempt(blog, from);
  await delayGuessing(blog, viewer.username);
  const verified = credentials.passkey
    ? await verifyPasskey(blog, cookie, 'confirm', credentials.passkey)
    : await isPasswordOf(blog, viewer.userId, credentials.password ?? '');
  if (!verified) {
    const what = credentials.passkey
      ? message('Failed to confirm with a passkey')
      : message('Failed to confirm with a wrong password');
    await logFailure(actingAs(blog, viewer.username), viewer.username, what);
    throw new Problem(
      'invalid',
      credentials.passkey ? messages.passkeyNotAccepted : messages.notYourPassword,
    );
  }
  await clearAttempts(blog, from);
  await users.confirmSession(blog.db, viewer.sessionId, nowIso(blog));
  return { status: 'success' };
}

async function isPasswordOf(blog: Blog, userId: number, password: string): Promise<boolean> {
  const user = await users.userById(blog.db, userId);
  return passwordMatches(password, user?.password_hash ?? unknownUserHash, 'known');
}
