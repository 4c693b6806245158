import { createHmac } from 'node:crypto';
import { type Blog, nowIso, serverUrl } from '../../../platform/blog.ts';
import type { StepKind } from '../../../platform/db/schema.ts';
import { inTransaction, lockName } from '../../../platform/db/transaction.ts';
import { Problem } from '../../../platform/http/problem.ts';
import type { Administrator } from '../../../platform/http/viewer.ts';
import { message } from '../../../platform/messages/translate.ts';
import { titled } from '../../site/activity.ts';
import { readSite } from '../../site/site.ts';
import { maxPasskeys, type NewPasskey, type Passkey, type PasskeyAssertion } from '../api/sign-in-methods.ts';
import * as messages from '../messages.ts';
import * as passkeys from '../store/passkeys.ts';
import { takeStep } from '../store/sign-in-steps.ts';
import * as users from '../store/users.ts';
import { recordSecurity } from './record-security.ts';
import { passkeysProblem } from './rules/passkeys.ts';
import { beginStep, holderOf } from './steps.ts';

/** Loaded on demand, because the library is large and rarely needed. */
const library = () => import('@simplewebauthn/server');

/** Ed25519, ES256 and RS256, one of which every authenticator supports. */
const algorithms = [-8, -7, -257];

/** Derived from the configuration and never from the Host header, which the client controls. */
function relyingParty(blog: Blog): { rpID: string; origin: string } {
  const problem = passkeysProblem(serverUrl(blog));
  if (problem) throw new Problem('conflict', problem);
  const { hostname, origin } = new URL(serverUrl(blog));
  return { rpID: hostname, origin };
}

/** The WebAuthn user handle: the same for all passkeys of a user, and meaningless to others. */
const userHandleOf = (blog: Blog, userId: number): Buffer =>
  createHmac('sha256', blog.keys.passkeys).update(`user ${userId}`).digest();

export const presentPasskey = (stored: passkeys.StoredPasskey): Passkey => ({
  id: stored.id,
  name: stored.name,
  date_added: stored.date_added,
  last_used: stored.last_used,
  synced: stored.synced === 1,
});

const descriptorsOf = (stored: readonly passkeys.StoredPasskey[]) =>
  stored.map(({ credential_id, transports }) => ({ id: credential_id, transports }));

/** Options for `navigator.credentials.create`. */
export async function newPasskeyOptions(blog: Blog, viewer: Administrator, cookie: string) {
  const { rpID } = relyingParty(blog);
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpID,
    rpName: (await readSite(blog)).site_name,
    userName: viewer.username,
    userID: new Uint8Array(userHandleOf(blog, viewer.userId)),
    attestationType: 'none',
    excludeCredentials: descriptorsOf(await passkeys.passkeysOf(blog.db, viewer.userId)),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
  await beginStep(blog, cookie, 'new', { userId: viewer.userId, challenge: options.challenge });
  return { ...options, rp: { ...options.rp, id: rpID } };
}

export async function addPasskey(
  blog: Blog,
  viewer: Administrator,
  cookie: string,
  input: NewPasskey,
): Promise<Passkey> {
  const step = await takeStep(blog.db, holderOf(cookie), 'new', nowIso(blog));
  const verified =
    step?.user_id === viewer.userId ? await verifyRegistration(blog, input, step.challenge) : null;
  if (!verified) throw new Problem('invalid', messages.passkeyNotVerified);
  const added = await inTransaction(blog.db, async (tx) => {
    await lockName(tx, `passkeys:${viewer.userId}`);
    if ((await passkeys.passkeysOf(tx, viewer.userId)).length >= maxPasskeys)
      throw new Problem('conflict', messages.tooManyPasskeys(maxPasskeys));
    const stored = await passkeys.insertPasskey(tx, {
      user_id: viewer.userId,
      credential_id: verified.credential.id,
      public_key: Buffer.from(verified.credential.publicKey).toString('base64url'),
      counter: verified.credential.counter,
      transports: input.passkey.response.transports ?? [],
      can_sync: verified.credentialDeviceType === 'multiDevice' ? 1 : 0,
      synced: verified.credentialBackedUp ? 1 : 0,
      name: input.name,
      date_added: nowIso(blog),
    });
    if (!stored) throw new Problem('conflict', messages.passkeyAlreadyAdded);
    await recordSecurity(blog, tx, message('Added the passkey "{name}"', { name: titled(stored.name) }));
    return stored;
  });
  return presentPasskey(added);
}

async function verifyRegistration(blog: Blog, { passkey }: NewPasskey, challenge: string) {
  const { rpID, origin } = relyingParty(blog);
  const { verifyRegistrationResponse } = await library();
  try {
    if (await hasCertificates(passkey.response.attestationObject)) return null;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: passkey as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    return verified ? registrationInfo : null;
  } catch {
    return null;
  }
}

/** We do not request attestation, and verifying its certificates would fetch URLs that the client chooses. */
async function hasCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  return decoded.get('attStmt').get('x5c') !== undefined;
}

export async function removePasskey(blog: Blog, viewer: Administrator, id: number): Promise<{ id: number }> {
  return inTransaction(blog.db, async (tx) => {
    await lockName(tx, `passkeys:${viewer.userId}`);
    const deleted = await passkeys.deletePasskey(tx, viewer.userId, id);
    if (!deleted) throw new Problem('not_found', messages.noSuchPasskey);
    const user = await users.userById(tx, viewer.userId);
    if (user?.second_factor === 1 && (await passkeys.passkeysOf(tx, viewer.userId)).length === 0)
      throw new Problem('conflict', messages.lastPasskeyNeeded);
    await recordSecurity(blog, tx, message('Removed the passkey "{name}"', { name: titled(deleted.name) }));
    return { id };
  });
}

/** Options for `navigator.credentials.get`; with a null user id, any passkey of the site can be chosen. */
export async function assertionOptions(blog: Blog, cookie: string, kind: StepKind, userId: number | null) {
  const { rpID } = relyingParty(blog);
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID,
    userVerification: 'required',
    ...(userId === null
      ? {}
      : { allowCredentials: descriptorsOf(await passkeys.passkeysOf(blog.db, userId)) }),
  });
  await beginStep(blog, cookie, kind, { userId, challenge: options.challenge });
  return { ...options, rpId: rpID };
}

/** The passkey that signed the challenge of this browser, or null. Each challenge works once. */
export async function verifyPasskey(
  blog: Blog,
  cookie: string,
  kind: StepKind,
  assertion: PasskeyAssertion,
): Promise<passkeys.StoredPasskey | null> {
  const step = await takeStep(blog.db, holderOf(cookie), kind, nowIso(blog));
  const stored = step && (await passkeys.passkeyByCredential(blog.db, assertion.id));
  if (!stored || (step.user_id !== null && step.user_id !== stored.user_id)) return null;
  if (!isOwnHandle(blog, stored.user_id, assertion.response.userHandle, step.user_id !== null)) return null;
  const use = await verifyAssertion(blog, stored, step.challenge, assertion);
  return use && (await passkeys.updatePasskeyUse(blog.db, stored.id, use)) ? stored : null;
}

async function verifyAssertion(
  blog: Blog,
  stored: passkeys.StoredPasskey,
  challenge: string,
  assertion: PasskeyAssertion,
): Promise<{ counter: number; synced: boolean; at: string } | null> {
  const { rpID, origin } = relyingParty(blog);
  const { verifyAuthenticationResponse } = await library();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: assertion as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: {
        id: stored.credential_id,
        publicKey: new Uint8Array(Buffer.from(stored.public_key, 'base64url')),
        counter: stored.counter,
      },
    });
    // The backup eligibility of a passkey never changes.
    const canSync = authenticationInfo.credentialDeviceType === 'multiDevice' ? 1 : 0;
    if (!verified || canSync !== stored.can_sync) return null;
    return {
      counter: authenticationInfo.newCounter,
      synced: authenticationInfo.credentialBackedUp,
      at: nowIso(blog),
    };
  } catch {
    return null;
  }
}

/** The user handle is required when the browser chose among all passkeys, and optional otherwise. */
function isOwnHandle(
  blog: Blog,
  userId: number,
  handle: string | null | undefined,
  mayBeMissing: boolean,
): boolean {
  if (!handle) return mayBeMissing;
  return handle === userHandleOf(blog, userId).toString('base64url');
}
