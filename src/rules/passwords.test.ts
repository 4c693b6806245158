import { dictionary } from '@zxcvbn-ts/language-common';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuMs } from '../../tests/support/cpu.ts';
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
])('%j may be used', (password) => {
  expect(problem(password)).toBeUndefined();
});

test.each(['elevenchars', '', 'é'.normalize('NFD').repeat(11)])('%j is too short', (password) => {
  expect(problem(password)).toBe('A password needs at least 12 characters.');
});

test.each([
  ['of the list', 'unbelievable'],
  ['of the list, in capitals', 'UNBELIEVABLE'],
  ['a common word and digits', 'password2026'],
  ['a common word, digits and signs', 'Password123!!!'],
  ['signs in front', '***dragon***1'],
  ['a disguised word', 'P@ssw0rd!2026'],
  ['a word twice', 'dragondragon'],
  ['a word three times and a digit', 'dragondragondragon1'],
  ['one letter', 'aaaaaaaaaaaaaaa'],
  ['two letters', 'abababababab'],
  ['digits', '123456789012'],
  ['the alphabet', 'abcdefghijkl'],
  ['a row of keys', 'qwertyuiop[]'],
  ['rows of keys', 'qwertyasdfgh'],
  ['a row of keys and digits', 'qwertz123456'],
  ['backwards', '0987654321poiuyt'],
  ['the username', 'margaret2026!'],
  ['the username and a common word', 'margaret-password'],
  ['the username twice', 'MargaretMargaret'],
  ['the name of the site', 'the quiet harbour'],
  ['the name of the site, joined', 'TheQuietHarbour1'],
  ['digits and signs alone', '2026-11-15 07:45'],
])('%s is refused: %j', (_, password) => {
  expect(problem(password)).toMatch(/too easy to guess/);
});

test('whatever is typed, the answer is quick and never a failure', () => {
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
