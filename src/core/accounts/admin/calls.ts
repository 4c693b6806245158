import { callsOf, fileForm } from '../../../platform/admin/data/calls.ts';
import type { firstRunRoutes } from '../routes/first-run.ts';
import type { ownerRoutes } from '../routes/owner.ts';
import type { profileRoutes } from '../routes/profiles.ts';
import type { signInMethodRoutes } from '../routes/sign-in-methods.ts';

const { call } = callsOf<
  typeof firstRunRoutes | typeof ownerRoutes | typeof profileRoutes | typeof signInMethodRoutes
>();

const session = call('GET', '/api/admin/auth');
const uploadPhoto = call('POST', '/api/admin/users/:id/profile/photo');
const newRecoveryCodes = call('POST', '/api/admin/recovery-codes');

export const accountCalls = {
  firstRun: call('GET', '/api/admin/first-run'),
  finishFirstRun: call('POST', '/api/admin/first-run'),
  isSignedIn: async (): Promise<boolean> => (await session()).status === 'auth',
  signOut: call('DELETE', '/api/admin/auth'),
  users: call('GET', '/api/admin/users'),
  addUser: call('POST', '/api/admin/users'),
  changePassword: call('PUT', '/api/admin/users/:id'),
  removeUser: call('DELETE', '/api/admin/users/:id'),
  profiles: call('GET', '/api/admin/profiles'),
  ownProfile: call('GET', '/api/admin/profile'),
  profile: call('GET', '/api/admin/users/:id/profile'),
  saveProfile: call('PUT', '/api/admin/users/:id/profile'),
  uploadPhoto: (id: number, file: File) => uploadPhoto({ id }, { upload: fileForm('image', file) }),
  removePhoto: call('DELETE', '/api/admin/users/:id/profile/photo'),
  sessions: call('GET', '/api/admin/sessions'),
  endSession: call('DELETE', '/api/admin/sessions/:id'),
  endOtherSessions: call('DELETE', '/api/admin/sessions'),
  signInMethods: call('GET', '/api/admin/ways-in'),
  newPasskeyOptions: call('POST', '/api/admin/passkeys/new/options'),
  addPasskey: call('POST', '/api/admin/passkeys'),
  removePasskey: call('DELETE', '/api/admin/passkeys/:id'),
  setSecondFactor: call('PUT', '/api/admin/second-factor'),
  newRecoveryCodes: async (): Promise<string[]> => (await newRecoveryCodes()).codes,
  /** Fails if the user must re-authenticate first: for downloads, which are not requests of this script. */
  checkRecentSignIn: call('GET', '/api/admin/confirm'),
  reauthenticationOptions: call('POST', '/api/admin/confirm/options'),
  reauthenticate: call('POST', '/api/admin/confirm'),
};
