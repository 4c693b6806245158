import { createHmac } from 'node:crypto';

/** HMAC-SHA-256 as base64url. */
export const keyedHash = (key: Uint8Array, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');
