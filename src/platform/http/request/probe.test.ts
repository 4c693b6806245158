import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { isProbe, signedProbe } from './probe.ts';

const key = randomBytes(32);
const now = new Date('2026-05-01T10:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

test('a probe is valid for a minute, with its key and unchanged', () => {
  const probe = signedProbe(key, now);
  expect(isProbe(key, probe, later(59))).toBe(true);
  expect(isProbe(key, probe, later(-59))).toBe(true);
  expect(isProbe(key, probe, later(61))).toBe(false);
  expect(isProbe(randomBytes(32), probe, now)).toBe(false);
  expect(isProbe(key, probe.replace(/^1/, '2'), now)).toBe(false);
});

test.each([undefined, '', '1', [], `${now.getTime()}-`, `${now.getTime()}-${'é'.repeat(43)}`])(
  'no probe: %s',
  (value) => expect(isProbe(key, value, now)).toBe(false),
);
