import { expect, test } from 'vitest';
import { passwordMatches, unknownUserHash } from './passwords.ts';

test('guesses of strangers neither fill the queue nor go before someone who signed in before', async () => {
  const done: string[] = [];
  const guesses = Array.from({ length: 120 }, () =>
    passwordMatches('a guess', unknownUserHash, 'stranger').then(
      () => done.push('stranger'),
      () => 'refused',
    ),
  );
  const known = passwordMatches('the password', unknownUserHash, 'known').then(() => done.push('known'));
  const refused = (await Promise.all(guesses)).filter((result) => result === 'refused');
  await known;
  expect(refused.length).toBeGreaterThanOrEqual(60);
  expect(done.indexOf('known')).toBeLessThanOrEqual(3);
});
