import { z } from 'zod';
import { type Call, route } from '../../../platform/http/api/route.ts';
import { idNumeral, removed } from '../../../platform/http/api/text.ts';
import type { Administrator } from '../../../platform/http/viewer.ts';
import { sessionStatus } from '../api/owner.ts';
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
} from '../api/sign-in-methods.ts';
import { addPasskey, newPasskeyOptions, removePasskey } from '../sign-in/passkeys.ts';
import * as secondFactor from '../sign-in/second-factor.ts';
import * as secondStep from '../sign-in/second-step.ts';
import { type From, signOut } from '../sign-in/sign-in.ts';

/** For routes that only administrators can call. */
const administrator = ({ viewer }: Pick<Call, 'viewer'>): Administrator => viewer as Administrator;

/** The cookie that a sign-in step is bound to. One of them is present, because the CSRF token is bound to it, too. */
const cookieOf = ({ viewer, cookies }: Pick<Call, 'viewer' | 'cookies'>): string =>
  (viewer.admin ? cookies.session : cookies.anonymous) ?? '';

export const signInSource = ({
  blog,
  ip,
  userAgent,
  cookies,
  jar,
}: Pick<Call, 'blog' | 'ip' | 'userAgent' | 'cookies' | 'jar'>): From => ({
  address: ip,
  userAgent,
  browser: jar.knownBrowser(cookies, blog.now()),
});

/** The response of every sign-in method: a session with its cookies, or 401 without a reason. */
export async function signInResponse(
  { blog, viewer, jar, status, setCookies }: Pick<Call, 'blog' | 'viewer' | 'jar' | 'status' | 'setCookies'>,
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

export const signInMethodRoutes = [
  route('POST', '/api/admin/auth/passkey/options', 'Get the WebAuthn options to sign in with a passkey', {
    access: 'public',
    rateLimit: 'passkey',
    response: passkeyRequest,
    handle: (call) => secondStep.signInOptions(call.blog, cookieOf(call)),
  }),
  route('POST', '/api/admin/auth/passkey', 'Sign in with a passkey, alone or after the password', {
    access: 'public',
    body: passkeySignIn,
    otherStatus: 401,
    response: sessionStatus,
    handle: async (call) =>
      signInResponse(
        call,
        await secondStep.signInWithPasskey(call.blog, cookieOf(call), call.body.passkey, signInSource(call)),
      ),
  }),
  route('POST', '/api/admin/auth/recovery-code', 'Sign in with a recovery code after the password', {
    access: 'public',
    body: recoveryCodeSignIn,
    otherStatus: 401,
    response: sessionStatus,
    handle: async (call) =>
      signInResponse(
        call,
        await secondStep.signInWithRecoveryCode(
          call.blog,
          cookieOf(call),
          call.body.code,
          signInSource(call),
        ),
      ),
  }),
  route('GET', '/api/admin/confirm', 'Check whether you authenticated recently, before a download', {
    recentlyAuthenticated: true,
    response: reauthenticated,
    handle: async () => ({ status: 'success' }),
  }),
  route('POST', '/api/admin/confirm/options', 'Get the WebAuthn options to re-authenticate with a passkey', {
    response: passkeyRequest,
    handle: (call) => secondStep.reauthenticationOptions(call.blog, administrator(call), cookieOf(call)),
  }),
  route(
    'POST',
    '/api/admin/confirm',
    'Re-authenticate, before changing sign-in methods or downloading a backup',
    {
      body: reauthentication,
      response: reauthenticated,
      handle: (call) =>
        secondStep.reauthenticate(
          call.blog,
          administrator(call),
          cookieOf(call),
          call.body,
          signInSource(call),
        ),
    },
  ),
  route('GET', '/api/admin/ways-in', 'Your passkeys, second factor and recovery codes', {
    response: signInMethods,
    handle: (call) => secondFactor.signInMethods(call.blog, administrator(call)),
  }),
  route('POST', '/api/admin/passkeys/new/options', 'Get the WebAuthn options to create a passkey', {
    recentlyAuthenticated: true,
    response: passkeyCreation,
    handle: (call) => newPasskeyOptions(call.blog, administrator(call), cookieOf(call)),
  }),
  route('POST', '/api/admin/passkeys', 'Add a passkey', {
    recentlyAuthenticated: true,
    body: newPasskey,
    status: 201,
    response: passkey,
    handle: (call) => addPasskey(call.blog, administrator(call), cookieOf(call), call.body),
  }),
  route('DELETE', '/api/admin/passkeys/:id', 'Remove one of your passkeys', {
    recentlyAuthenticated: true,
    params: z.object({ id: idNumeral }),
    response: removed,
    handle: (call) => removePasskey(call.blog, administrator(call), call.params.id),
  }),
  route('PUT', '/api/admin/second-factor', 'Require a passkey after the password, or stop requiring it', {
    recentlyAuthenticated: true,
    body: secondFactorChange,
    response: signInMethods,
    handle: (call) => secondFactor.setSecondFactor(call.blog, administrator(call), call.body.on),
  }),
  route('POST', '/api/admin/recovery-codes', 'Create new recovery codes, which replace the previous ones', {
    recentlyAuthenticated: true,
    response: recoveryCodes,
    handle: (call) => secondFactor.newRecoveryCodes(call.blog, administrator(call)),
  }),
];
