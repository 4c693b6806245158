import { createPrivateKey } from 'node:crypto';
import type { PrivateKey } from './http-signatures.ts';

/** Private keys as JSON Web Keys: RSA for signatures of requests, Ed25519 for proofs of objects. */
export type FediverseKeys = { rsa: JsonWebKey; ed25519: JsonWebKey };

export const mainKeyId = (actor: string): string => `${actor}#main-key`;
/** The RSA key is the first. */
export const multikeyId = (actor: string): string => `${actor}#multikey-2`;

/** The public part of a private JSON Web Key. */
export function publicPart({ kty, n, e, crv, x }: JsonWebKey): JsonWebKey {
  return kty === 'RSA' ? { kty, n: n ?? '', e: e ?? '' } : { kty: kty ?? '', crv: crv ?? '', x: x ?? '' };
}

/** The key that signs requests of the blog. */
export const signingKey = (actor: string, keys: FediverseKeys): PrivateKey => ({
  id: mainKeyId(actor),
  key: createPrivateKey({ key: keys.rsa, format: 'jwk' }),
});
