import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { normalizedCode, passkeysProblem, recoveryCode } from './passkeys.ts';

test.each([
  ['https://blog.example.org', undefined],
  ['https://blog.example.org:8443', undefined],
  ['http://localhost:3000', undefined],
  ['http://blog.localhost:3000', undefined],
  ['http://blog.example.org', /https/],
  ['http://notlocalhost', /https/],
  ['http://127.0.0.1:3000', /IP address/],
  ['https://192.0.2.1', /IP address/],
  ['https://[2001:db8::1]', /IP address/],
])('passkeys at %s', (siteUrl, problem) => {
  if (problem) expect(passkeysProblem(siteUrl)).toMatch(problem);
  else expect(passkeysProblem(siteUrl)).toBeUndefined();
});

test('recovery codes are unique, readable and tolerant of typing variants', () => {
  const codes = Array.from({ length: 200 }, () => recoveryCode(randomBytes(16)));
  expect(new Set(codes).size).toBe(200);
  for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
  expect(normalizedCode('  0O1i-lL23 abcd-EFGH ')).toBe('00111123abcdefgh');
});
