import { hash } from 'node:crypto';

const blockBytes = 64;
const hashBytes = 32;

/** The blocks that HMAC hashes before the message and before the first hash; the second has room for that hash. */
type Pads = { inner: Uint8Array; outer: Uint8Array };

const known = new WeakMap<Uint8Array, Pads>();

function padsOf(key: Uint8Array): Pads {
  const block = new Uint8Array(blockBytes);
  block.set(key.length > blockBytes ? hash('sha256', key, 'buffer') : key);
  const outer = new Uint8Array(blockBytes + hashBytes);
  outer.set(block.map((byte) => byte ^ 0x5c));
  const pads = { inner: block.map((byte) => byte ^ 0x36), outer };
  known.set(key, pads);
  return pads;
}

/**
 * HMAC-SHA-256 as base64url. A comment needs six of them, and an Hmac object for each would take more time than storing the
 * comment; two plain hashes need no object.
 */
export function keyedHash(key: Uint8Array, text: string): string {
  const { inner, outer } = known.get(key) ?? padsOf(key);
  const message = Buffer.allocUnsafe(blockBytes + Buffer.byteLength(text));
  message.set(inner);
  message.write(text, blockBytes);
  outer.set(hash('sha256', message, 'buffer'), blockBytes);
  return hash('sha256', outer, 'base64url');
}
