import { Problem } from '../../contract/errors.ts';
import type { PasskeyAssertion } from '../../contract/sign-in-methods.ts';
import type { Administrator } from '../../rules/viewer.ts';
import { takeStep } from '../../store/sign-in-steps.ts';
import { inTransaction } from '../../store/transaction.ts';
import * as owner from '../../store/users.ts';
import { quoted } from '../activity.ts';
import { type Blog, nowIso } from '../blog.ts';
import { proofOptions, provenPasskey } from './passkeys.ts';
import { passwordMatches, unknownUserHash } from './passwords.ts';
import { countTry, forgetTries, noteFailure, type Origin, slowDownGuessing } from './rate-limits.ts';
import { spendRecoveryCode } from './second-factor.ts';
import { actingAs, type From, startSession } from './sign-in.ts';
import { beginStep, holderOf, passwordGiven } from './steps.ts';

/** The password was right; this browser may now show a passkey of that administrator. */
export const awaitPasskey = (blog: Blog, cookie: string, userId: number): Promise<void> =>
  beginStep(blog, cookie, 'password', { userId });

export async function signInOptions(blog: Blog, cookie: string) {
  return proofOptions(blog, cookie, 'passkey', await passwordGiven(blog, cookie));
}

/** Signs in with a passkey, alone or after the password: it stands for the person and what unlocks it for them. */
export async function signInWithPasskey(
  blog: Blog,
  cookie: string,
  proof: PasskeyAssertion,
  from: From,
): Promise<string | null> {
  await countTry(blog, from);
  const passkey = await provenPasskey(blog, cookie, 'passkey', proof);
  const user = passkey && (await owner.userById(blog.db, passkey.user_id));
  if (!user) {
    await noteFailure(blog, null, 'Failed to sign in with a passkey');
    return null;
  }
  const gave = await takeStep(blog.db, holderOf(cookie), 'password', nowIso(blog));
  const what = `${gave ? 'the password and the passkey' : 'the passkey'} ${quoted(passkey.name)}`;
  await forgetTries(blog, from);
  return startSession(blog, user, from.userAgent, `Signed in with ${what}`);
}

/** After the password, in place of a passkey that is lost. */
export async function signInWithRecoveryCode(
  blog: Blog,
  cookie: string,
  code: string,
  from: From,
): Promise<string | null> {
  await countTry(blog, from);
  const userId = await passwordGiven(blog, cookie);
  const user = userId === null ? undefined : await owner.userById(blog.db, userId);
  if (!user || !(await takeStepAndCode(blog, cookie, user.id, code))) {
    const name = user ? ` as ${quoted(user.username)}` : '';
    await noteFailure(blog, user?.username ?? null, `Failed to sign in with a recovery code${name}`);
    return null;
  }
  await forgetTries(blog, from);
  return startSession(blog, user, from.userAgent, 'Signed in with the password and a recovery code');
}

/** Both or neither: a mistyped code can be typed again, and one that was right is good for one session. */
async function takeStepAndCode(blog: Blog, cookie: string, userId: number, code: string): Promise<boolean> {
  class Wrong extends Error {}
  try {
    await inTransaction(blog.db, async (tx) => {
      const step = await takeStep(tx, holderOf(cookie), 'password', nowIso(blog));
      if (step?.user_id !== userId || !(await spendRecoveryCode(tx, userId, code))) throw new Wrong();
    });
    return true;
  } catch (error) {
    if (error instanceof Wrong) return false;
    throw error;
  }
}

export const confirmOptions = (blog: Blog, viewer: Administrator, cookie: string) =>
  proofOptions(blog, cookie, 'confirm', viewer.userId);

/** Proves once more who is there, before something that only the owner may do. */
export async function confirm(
  blog: Blog,
  viewer: Administrator,
  cookie: string,
  proof: { password?: string | undefined; passkey?: PasskeyAssertion | undefined },
  from: Origin,
): Promise<{ status: 'success' }> {
  await countTry(blog, from);
  await slowDownGuessing(blog, viewer.username);
  const proven = proof.passkey
    ? await provenPasskey(blog, cookie, 'confirm', proof.passkey)
    : await isPasswordOf(blog, viewer.userId, proof.password ?? '');
  if (!proven) {
    const how = proof.passkey ? 'a passkey' : 'a wrong password';
    await noteFailure(actingAs(blog, viewer.username), viewer.username, `Failed to confirm with ${how}`);
    throw new Problem(
      'invalid',
      proof.passkey ? 'This passkey was not accepted. Please try again.' : 'This is not your password.',
    );
  }
  await forgetTries(blog, from);
  await owner.confirmSession(blog.db, viewer.sessionId, nowIso(blog));
  return { status: 'success' };
}

async function isPasswordOf(blog: Blog, userId: number, password: string): Promise<boolean> {
  const user = await owner.userById(blog.db, userId);
  return passwordMatches(password, user?.password_hash ?? unknownUserHash, 'known');
}
