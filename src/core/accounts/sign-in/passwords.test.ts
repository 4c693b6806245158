import { expect, test } from 'vitest';
import { passwordMatches, unknownUserHash } from './passwords.ts';

test('attempts of unknown devices neither fill the queue nor overtake a user who signed in before', async () => {
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
