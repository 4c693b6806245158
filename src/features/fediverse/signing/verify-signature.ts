import { createPublicKey } from 'node:crypto';

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
 * Verifies the signature of a POST request with a public key, which belongs to the actor according to the actor's own document.
 * Fedify loads no document here: its own search for keys accepts a key of any server that calls itself the key of an actor.
 */
export async function verifySignature(
  message: SignedMessage,
  key: { id: string; pem: string },
): Promise<boolean> {
  const publicKey = toCryptoKey(key.pem);
  if (!publicKey) return false;
  const { CryptographicKey } = await import('@fedify/fedify/vocab');
  const { verifyRequestDetailed } = await import('@fedify/fedify/sig');
  const loadNothing = () => Promise.reject(new Error('Verifying a signature loads no documents.'));
  const known = new CryptographicKey({ id: new URL(key.id), publicKey });
  const { headers, body } = message;
  const result = await verifyRequestDetailed(new Request(message.url, { method: 'POST', headers, body }), {
    documentLoader: loadNothing,
    contextLoader: loadNothing,
    currentTime: Temporal.Instant.fromEpochMilliseconds(message.received.getTime()),
    timeWindow: { hours: 1 },
    keyCache: { get: async (id) => (id.href === known.id?.href ? known : null), set: async () => {} },
  });
  return result.verified;
}

function toCryptoKey(pem: string): CryptoKey | undefined {
  try {
    const key = createPublicKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key.toCryptoKey('Ed25519', true, ['verify']) as CryptoKey;
    const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
    if (key.asymmetricKeyType !== 'rsa') return undefined;
    if (modulusLength < modulusLengths.min || modulusLength > modulusLengths.max) return undefined;
    return key.toCryptoKey({ name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, true, ['verify']) as CryptoKey;
  } catch {
    return undefined;
  }
}
