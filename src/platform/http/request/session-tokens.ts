import { randomBytes, timingSafeEqual } from 'node:crypto';
import { keyedHash } from '../../process/keyed-hash.ts';

const signatureLength = 16;

/** The space keeps it apart from CSRF tokens, which visitors get for values of their own choice. */
const signatureOf = (key: Uint8Array, id: string): string =>
  keyedHash(key, `session ${id}`).slice(0, signatureLength);

/** The token of a new session. Its signature tells it from an invented one without a query. */
export function newSessionToken(key: Uint8Array): string {
  const id = randomBytes(32).toString('base64url');
  return id + signatureOf(key, id);
}

/** Whether this site issued the token. Its session may have ended since. */
export function isSessionToken(key: Uint8Array, token: string): boolean {
  const id = token.slice(0, -signatureLength);
  const [given, expected] = [token.slice(-signatureLength), signatureOf(key, id)].map((text) =>
    Buffer.from(text),
  );
  return given?.length === expected?.length && timingSafeEqual(given as Buffer, expected as Buffer);
}
