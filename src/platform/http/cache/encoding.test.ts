import { expect, test } from 'vitest';
import { encodingFor } from './encoding.ts';

test.each([
  [undefined, 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.5', 'br'],
  ['identity', 'identity'],
  ['identity', 'identity'],
  ['br;q=0, gzip', 'gzip'],
] as const)('Accept-Encoding %s gets %s', (accepted, encoding) =>
  expect(encodingFor(accepted)).toBe(encoding),
);
