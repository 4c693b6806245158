import { expect, test } from 'vitest';
import { saysTheSame } from './same-text.ts';

test.each([
  ['Tea, slowly.', 'tea slowly', true],
  ['A personal blog', 'A personal blog. Not terrible.', true],
  ['Ｔｅａ', 'tea', true],
  ['お茶のブログ', 'お茶のブログ。', true],
  ['Tea', 'Coffee', false],
  ['', 'Anything', false],
  ['…', '!', false],
])('%s / %s', (one, other, expected) => {
  expect([saysTheSame(one, other), saysTheSame(other, one)]).toEqual([expected, expected]);
});
