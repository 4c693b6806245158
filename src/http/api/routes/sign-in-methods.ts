import { z } from 'zod';
import { addPasskey, newPasskeyOptions, removePasskey } from '../../../blog/sign-in/passkeys.ts';
import * as secondFactor from '../../../blog/sign-in/second-factor.ts';
import * as others from '../../../blog/sign-in/second-step.ts';
import { type From, signOut } from '../../../blog/sign-in/sign-in.ts';
import { sessionStatus } from '../../../contract/owner.ts';
import { removed } from '../../../contract/posts.ts';
import {
  newPasskey,
  passkey,
  passkeyCreation,
  passkeyRequest,
  passkeySignIn,
  reauthenticated,
  reauthentication,
  recoveryCodeSignIn,
  recoveryCodes,
  secondFactorChange,
  signInMethods,
} from '../../../contract/sign-in-methods.ts';
import { idNumeral } from '../../../contract/text.ts';
import type { Administrator } from '../../../rules/viewer.ts';
import { type Call, route } from '../route.ts';

/** Routes of administrators are called by nobody else. */
const you = ({ viewer }: Pick<Call, 'viewer'>): Administrator => viewer as Administrator;

/** What a step of signing in is bound to; without one of these, the token of the call would not have fitted. */
const cookieOf = ({ viewer, cookies }: Pick<Call, 'viewer' | 'cookies'>): string =>
  (viewer.admin ? cookies.session : cookies.anonymous) ?? '';

export const fromOf = ({
  blog,
  address,
  userAgent,
  cookies,
  jar,
}: Pick<Call, 'blog' | 'address' | 'userAgent' | 'cookies' | 'jar'>): From => ({
  address,
  userAgent,
  browser: jar.knownBrowser(cookies, blog.now()),
});

type Entering = Pick<Call, 'blog' | 'viewer' | 'jar' | 'status' | 'setCookies'>;

/** Answers as every way in does: a session and its cookies, or a plain no. */
export async function entered(
  { blog, viewer, jar, status, setCookies }: Entering,
  token: string | null,
): Promise<{ status: 'success' | 'no auth' }> {
  if (token === null) {
    status(401);
    return { status: 'no auth' };
  }
  await signOut(blog, viewer);
  setCookies([...jar.signedIn(token), jar.rememberBrowser(blog.now())]);
  return { status: 'success' };
}

export const waysInRoutes = [
  route('POST', '/api/admin/auth/passkey/options', 'What a browser needs to sign in with a passkey', {
    access: 'public',
    limit: 'passkey',
    answer: passkeyRequest,
    handle: (call) => others.signInOptions(call.blog, cookieOf(call)),
  }),
  route('POST', '/api/admin/auth/passkey', 'Sign in with a passkey, alone or after the password', {
    access: 'public',
    body: passkeySignIn,
    otherStatus: 401,
    answer: sessionStatus,
    handle: async (call) =>
      entered(
        call,
        await others.signInWithPasskey(call.blog, cookieOf(call), call.body.passkey, fromOf(call)),
      ),
  }),
  route('POST', '/api/admin/auth/recovery-code', 'Sign in with a recovery code after the password', {
    access: 'public',
    body: recoveryCodeSignIn,
    otherStatus: 401,
    answer: sessionStatus,
    handle: async (call) =>
      entered(
        call,
        await others.signInWithRecoveryCode(call.blog, cookieOf(call), call.body.code, fromOf(call)),
      ),
  }),
  route('GET', '/api/admin/confirm', 'Whether you have proved lately who you are; asked before a download', {
    confirmed: true,
    answer: reauthenticated,
    handle: async () => ({ status: 'success' }),
  }),
  route('POST', '/api/admin/confirm/options', 'What a browser needs to confirm with a passkey', {
    answer: passkeyRequest,
    handle: (call) => others.confirmOptions(call.blog, you(call), cookieOf(call)),
  }),
  route(
    'POST',
    '/api/admin/confirm',
    'Prove again who you are, before changing how you sign in or downloading a backup',
    {
      body: reauthentication,
      answer: reauthenticated,
      handle: (call) => others.confirm(call.blog, you(call), cookieOf(call), call.body, fromOf(call)),
    },
  ),
  route('GET', '/api/admin/ways-in', 'Your passkeys, second factor and recovery codes', {
    answer: signInMethods,
    handle: (call) => secondFactor.signInMethods(call.blog, you(call)),
  }),
  route('POST', '/api/admin/passkeys/new/options', 'What a browser needs to make a passkey', {
    confirmed: true,
    answer: passkeyCreation,
    handle: (call) => newPasskeyOptions(call.blog, you(call), cookieOf(call)),
  }),
  route('POST', '/api/admin/passkeys', 'Add a passkey', {
    confirmed: true,
    body: newPasskey,
    status: 201,
    answer: passkey,
    handle: (call) => addPasskey(call.blog, you(call), cookieOf(call), call.body),
  }),
  route('DELETE', '/api/admin/passkeys/:id', 'Remove a passkey of yours', {
    confirmed: true,
    params: z.object({ id: idNumeral }),
    answer: removed,
    handle: (call) => removePasskey(call.blog, you(call), call.params.id),
  }),
  route('PUT', '/api/admin/second-factor', 'Ask for a passkey after the password, or no longer', {
    confirmed: true,
    body: secondFactorChange,
    answer: signInMethods,
    handle: (call) => secondFactor.setSecondFactor(call.blog, you(call), call.body.on),
  }),
  route('POST', '/api/admin/recovery-codes', 'Make new recovery codes; the ones before are good no longer', {
    confirmed: true,
    answer: recoveryCodes,
    handle: (call) => secondFactor.newRecoveryCodes(call.blog, you(call)),
  }),
];
