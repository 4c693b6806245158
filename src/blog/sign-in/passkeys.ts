import { createHmac } from 'node:crypto';
import { Problem } from '../../contract/errors.ts';
import {
  mostPasskeys,
  type NewPasskey,
  type Passkey,
  type PasskeyAssertion,
} from '../../contract/sign-in-methods.ts';
import type { StepKind } from '../../db/schema.ts';
import { passkeysProblem } from '../../rules/passkeys.ts';
import type { Administrator } from '../../rules/viewer.ts';
import * as passkeys from '../../store/passkeys.ts';
import { takeStep } from '../../store/sign-in-steps.ts';
import { inTransaction, lockName } from '../../store/transaction.ts';
import * as owner from '../../store/users.ts';
import { note, quoted } from '../activity.ts';
import { type Blog, nowIso } from '../blog.ts';
import { readSite } from '../site/site.ts';
import { beginStep, holderOf } from './steps.ts';

/** Verifying takes a large library that most starts never need. */
const library = () => import('@simplewebauthn/server');

/** Ed25519, ES256 and RS256: what every authenticator of today can do. */
const algorithms = [-8, -7, -257];

/** Whom passkeys are made for. It comes from SITE_URL alone: a host header could say anything. */
function relyingParty(blog: Blog): { rpID: string; origin: string } {
  const problem = passkeysProblem(blog.siteUrl());
  if (problem) throw new Problem('conflict', problem);
  const { hostname, origin } = new URL(blog.siteUrl());
  return { rpID: hostname, origin };
}

/** The name of an administrator inside a passkey: the same for all of theirs, and nobody else can read it. */
const handleOf = (blog: Blog, userId: number): Buffer =>
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

/** What the browser needs to make a new passkey. */
export async function newPasskeyOptions(blog: Blog, viewer: Administrator, cookie: string) {
  const { rpID } = relyingParty(blog);
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpID,
    rpName: (await readSite(blog)).site_name,
    userName: viewer.username,
    userID: new Uint8Array(handleOf(blog, viewer.userId)),
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
  const made = step?.user_id === viewer.userId ? await verifyNew(blog, input, step.challenge) : null;
  if (!made)
    throw new Problem('invalid', 'This passkey could not be verified. Please try once more from the start.');
  const added = await inTransaction(blog.db, async (tx) => {
    await lockName(tx, `passkeys:${viewer.userId}`);
    if ((await passkeys.passkeysOf(tx, viewer.userId)).length >= mostPasskeys)
      throw new Problem('conflict', `You have ${mostPasskeys} passkeys. Please remove one first.`);
    const stored = await passkeys.insertPasskey(tx, {
      user_id: viewer.userId,
      credential_id: made.credential.id,
      public_key: Buffer.from(made.credential.publicKey).toString('base64url'),
      counter: made.credential.counter,
      transports: input.passkey.response.transports ?? [],
      can_sync: made.credentialDeviceType === 'multiDevice' ? 1 : 0,
      synced: made.credentialBackedUp ? 1 : 0,
      name: input.name,
      date_added: nowIso(blog),
    });
    if (!stored) throw new Problem('conflict', 'This passkey is registered already.');
    await note(blog, tx, 'security', `Added the passkey ${quoted(stored.name)}`);
    return stored;
  });
  return presentPasskey(added);
}

async function verifyNew(blog: Blog, { passkey }: NewPasskey, challenge: string) {
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

/** Nobody asked which make the device is, and checking its certificates would ask servers that the answer names. */
async function hasCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  return decoded.get('attStmt').get('x5c') !== undefined;
}

export async function removePasskey(blog: Blog, viewer: Administrator, id: number): Promise<{ id: number }> {
  return inTransaction(blog.db, async (tx) => {
    await lockName(tx, `passkeys:${viewer.userId}`);
    const gone = await passkeys.deletePasskey(tx, viewer.userId, id);
    if (!gone) throw new Problem('not_found', 'There is no such passkey of yours.');
    const user = await owner.userById(tx, viewer.userId);
    if (user?.second_factor === 1 && (await passkeys.passkeysOf(tx, viewer.userId)).length === 0)
      throw new Problem(
        'conflict',
        'This is your last passkey, and signing in asks for one. Add another or stop asking for it first.',
      );
    await note(blog, tx, 'security', `Removed the passkey ${quoted(gone.name)}`);
    return { id };
  });
}

/** What the browser needs to use a passkey: one of the user's, or any that the person chooses. */
export async function proofOptions(blog: Blog, cookie: string, kind: StepKind, userId: number | null) {
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

/** The passkey that signed the challenge of this browser, or null. Each challenge can be tried once. */
export async function provenPasskey(
  blog: Blog,
  cookie: string,
  kind: StepKind,
  proof: PasskeyAssertion,
): Promise<passkeys.StoredPasskey | null> {
  const step = await takeStep(blog.db, holderOf(cookie), kind, nowIso(blog));
  const stored = step && (await passkeys.passkeyByCredential(blog.db, proof.id));
  if (!stored || (step.user_id !== null && step.user_id !== stored.user_id)) return null;
  if (!isOwnHandle(blog, stored.user_id, proof.response.userHandle, step.user_id !== null)) return null;
  const use = await verifyUse(blog, stored, step.challenge, proof);
  return use && (await passkeys.notePasskeyUse(blog.db, stored.id, use)) ? stored : null;
}

async function verifyUse(
  blog: Blog,
  stored: passkeys.StoredPasskey,
  challenge: string,
  proof: PasskeyAssertion,
): Promise<{ counter: number; synced: boolean; at: string } | null> {
  const { rpID, origin } = relyingParty(blog);
  const { verifyAuthenticationResponse } = await library();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: proof as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
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
    // Whether a passkey may leave its device is settled when it is made.
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

/** Passkeys that are found without a name say whose they are; others may leave it out. */
function isOwnHandle(
  blog: Blog,
  userId: number,
  handle: string | null | undefined,
  mayBeMissing: boolean,
): boolean {
  if (!handle) return mayBeMissing;
  return handle === handleOf(blog, userId).toString('base64url');
}
