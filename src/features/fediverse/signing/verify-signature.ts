import { createPublicKey, type KeyObject } from 'node:crypto';
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

/** Verifies the signature of a POST request with a public key, which belongs to the actor according to the actor's own document. */
export function verifySignature(
  { received, ...message }: SignedMessage,
  { id, pem }: { id: string; pem: string },
): boolean {
  const key = readKey(pem);
  return key !== undefined && isSignedBy({ method: 'POST', ...message }, { id, key }, received);
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
