import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { isSessionToken, newSessionToken } from './session-tokens.ts';

test('only tokens that were issued with the key of the site are session tokens', () => {
  const key = randomBytes(32);
  const token = newSessionToken(key);
  expect(token).toMatch(/^[\w-]{59}$/);
  expect(isSessionToken(key, token)).toBe(true);
  expect(isSessionToken(randomBytes(32), token)).toBe(false);
  const changed = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
  for (const invented of [changed, token.slice(1), `${token}A`, token.slice(0, 43), 'ä'.repeat(59), ''])
    expect(isSessionToken(key, invented), invented).toBe(false);
});
