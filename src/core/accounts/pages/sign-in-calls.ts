import { callsOf } from '../../../platform/web/fetch-calls.ts';
import type { ownerRoutes } from '../routes/owner.ts';
import type { signInMethodRoutes } from '../routes/sign-in-methods.ts';

const { call } = callsOf<typeof ownerRoutes | typeof signInMethodRoutes>();

export const signIn = call('POST', '/api/admin/auth');
export const signInWithRecoveryCode = call('POST', '/api/admin/auth/recovery-code');
export const signInOptions = call('POST', '/api/admin/auth/passkey/options');
export const signInWithPasskey = call('POST', '/api/admin/auth/passkey');
