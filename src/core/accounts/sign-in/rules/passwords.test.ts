import { dictionary } from '@zxcvbn-ts/language-common';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuMs } from '../../../../../tests/support/cpu.ts';
import { passwordProblem } from './passwords.ts';

const common = new Set(dictionary['passwords-common'] as string[]);
const knowledge = { names: ['margaret', 'The Quiet Harbour'], isCommon: (word: string) => common.has(word) };
const problem = (password: string) => passwordProblem(password, knowledge);

test.each([
  'correct horse battery',
  'a second password',
  'demo-password',
  'twelve chars',
  'the tide is late today',
  'Zwölf Boxkämpfer jagen',
  '夜の港で船を待つ人たちの歌声',
  'k7#Vq2!xLm9z',
  'margaret walks by the sea',
])('%j is accepted', (password) => {
  expect(problem(password)).toBeUndefined();
});

test.each(['elevenchars', '', 'é'.normalize('NFD').repeat(11)])('%j is too short', (password) => {
  expect(problem(password)).toBe('A password needs at least 12 characters.');
});

test.each([
  ['a listed password', 'unbelievable'],
  ['a listed password in capitals', 'UNBELIEVABLE'],
  ['a common word and digits', 'password2026'],
  ['a common word, digits and symbols', 'Password123!!!'],
  ['leading symbols', '***dragon***1'],
  ['leetspeak', 'P@ssw0rd!2026'],
  ['a word twice', 'dragondragon'],
  ['a word three times and a digit', 'dragondragondragon1'],
  ['one letter', 'aaaaaaaaaaaaaaa'],
  ['two letters', 'abababababab'],
  ['digits', '123456789012'],
  ['the alphabet', 'abcdefghijkl'],
  ['a keyboard row', 'qwertyuiop[]'],
  ['keyboard rows', 'qwertyasdfgh'],
  ['a keyboard row and digits', 'qwertz123456'],
  ['backwards', '0987654321poiuyt'],
  ['the username', 'margaret2026!'],
  ['the username and a common word', 'margaret-password'],
  ['the username twice', 'MargaretMargaret'],
  ['the site name', 'the quiet harbour'],
  ['the site name without spaces', 'TheQuietHarbour1'],
  ['only digits and symbols', '2026-11-15 07:45'],
])('%s is rejected: %j', (_, password) => {
  expect(problem(password)).toMatch(/too easy to guess/);
});

test('any input takes bounded time and never throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 1000 }), (password) => {
      const begin = cpuMs();
      problem(password);
      return cpuMs() - begin < 500;
    }),
    { numRuns: 300 },
  );
  for (const long of ['a'.repeat(1000), 'ab'.repeat(500), `${'ab'.repeat(499)}x`, 'qwerty'.repeat(166)]) {
    const begin = cpuMs();
    problem(long);
    expect(cpuMs() - begin).toBeLessThan(1000);
  }
});
