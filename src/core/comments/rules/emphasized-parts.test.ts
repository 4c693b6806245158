import { expect, test } from 'vitest';
import { cpuMs } from '../../../../tests/support/cpu.ts';
import { emphasizedParts } from './emphasized-parts.ts';

test.each([
  ['plain', [['plain', null]]],
  [
    'a *b c* d',
    [
      ['a ', null],
      ['b c', 'em'],
      [' d', null],
    ],
  ],
  [
    '_a_ and **b**, (`c_d`)',
    [
      ['a', 'em'],
      [' and ', null],
      ['b', 'strong'],
      [', (', null],
      ['c_d', 'code'],
      [')', null],
    ],
  ],
  ['2*3*4, snake_case_name, * a *, **', [['2*3*4, snake_case_name, * a *, **', null]]],
  ['*one\ntwo*', [['*one\ntwo*', null]]],
  ['*<b>*', [['<b>', 'em']]],
])('%j', (text, parts) => {
  expect(emphasizedParts(text).map(({ shown, as }) => [shown, as])).toEqual(parts);
});

test('takes linear time', () => {
  const began = cpuMs();
  for (const text of ['*a', '_a', '**', '`', '* ', '*a_b`']) emphasizedParts(text.repeat(5000));
  expect(cpuMs() - began).toBeLessThan(2000);
});
