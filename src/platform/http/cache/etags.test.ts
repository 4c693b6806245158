import { expect, test } from 'vitest';
import { matchesEtag } from './etags.ts';

test.each([
  ['"a"', true],
  ['"x", "a"', true],
  ['"x","a"', true],
  ['"x" ,\t W/"a" ', true],
  ['W/"a"', true],
  ['*', true],
  ['"b"', false],
  ['', false],
  [`a${' '.repeat(15_000)}b`, false],
  [undefined, false],
] as const)('If-None-Match %s matches: %s', (header, named) => {
  expect(matchesEtag(header, '"a"')).toBe(named);
  expect(matchesEtag(header, 'W/"a"')).toBe(named);
});
