import { createHmac, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { keyedHash } from './keyed-hash.ts';

const texts = ['', 'visitor since 0123', 'größer 🐢', 'a\0b', '\ud800 alone', 'x'.repeat(10_000)];

test('is HMAC-SHA-256, for keys of any length and any text', () => {
  for (const length of [0, 1, 32, 63, 64, 65, 200]) {
    const key = randomBytes(length);
    for (const text of [...texts, ...texts])
      expect(keyedHash(key, text)).toBe(createHmac('sha256', key).update(text).digest('base64url'));
  }
});
