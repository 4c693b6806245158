import { createPublicKey, type KeyObject } from 'node:crypto';
import { Problem } from '../../../platform/http/problem.ts';
import { readSignedRequest } from '../signed-request.ts';
import { isSignedBy } from './http-signatures.ts';

export type SignedMessage = {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** When it arrived. It may have waited since, so the age of the signature is judged by this. */
  received: Date;
};

/** RSA keys of other sizes are insecure, or slow to verify with. */
const modulusLengths = { min: 2048, max: 8192 };

/**
 * Verifies the signature of a POST request with the public key that it names, one of those that belong to the actor according to
 * the actor's own document.
 */
export function verifySignature(
  { url, headers, body, received }: SignedMessage,
  keys: readonly { id: string; pem: string }[],
): boolean {
  try {
    const { keyId, signature } = readSignedRequest(headers, Buffer.from(body), received);
    const key = readKey(keys.find(({ id }) => id === keyId)?.pem ?? '');
    return key !== undefined && isSignedBy({ method: 'POST', url, headers, body }, key, signature);
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

function readKey(pem: string): KeyObject | undefined {
  try {
    const key = createPublicKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
    const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
    const fits = modulusLength >= modulusLengths.min && modulusLength <= modulusLengths.max;
    return key.asymmetricKeyType === 'rsa' && fits ? key : undefined;
  } catch {
    return undefined;
  }
}
