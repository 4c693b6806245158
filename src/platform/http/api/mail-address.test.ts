import { expect, test } from 'vitest';
import { normalizedAddress } from './mail-address.ts';

test.each([
  ['reader@example.org', 'reader@example.org'],
  ['  Reader+blog@Example.ORG ', 'Reader+blog@example.org'],
  ["o'neil.b_c@mail.example.org", "o'neil.b_c@mail.example.org"],
  ['reader@bücher.example', 'reader@xn--bcher-kva.example'],
])('%j is an address', (typed, address) => {
  expect(normalizedAddress(typed)).toBe(address);
});

test.each([
  '',
  '@',
  'reader',
  'reader@',
  '@example.org',
  'reader@localhost',
  'reader@127.0.0.1',
  'reader@[127.0.0.1]',
  'reader@example..org',
  'reader@-example.org',
  '.reader@example.org',
  'reader.@example.org',
  'rea..der@example.org',
  'rea der@example.org',
  'reader@example.org, other@example.org',
  'other@example.net,reader@example.org',
  'reader@example.org\r\nBcc: other@example.org',
  'rea\nder@example.org',
  'reader@example.org\0',
  'reader@\x01example.org',
  'Reader <reader@example.org>',
  '"reader"@example.org',
  'reader@example.org/path',
  'reader@example.org?q',
  'reader@example.org:25',
  'réader@example.org',
  `${'a'.repeat(65)}@example.org`,
  `reader@${'a'.repeat(64)}.org`,
  `reader@${'a.'.repeat(130)}org`,
  `${' '.repeat(15_000)}@`,
])('%j is no address', (typed) => {
  expect(normalizedAddress(typed)).toBeNull();
});
