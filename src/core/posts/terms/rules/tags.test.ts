import { expect, test } from 'vitest';
import { tagProblem } from './tags.ts';

test.each(['a', 'rust', 'web2', '2026', 'nullable', 'a'.repeat(100)])('%j is valid', (name) => {
  expect(tagProblem(name)).toBeNull();
});

test.each(['', 'A', 'two words', 'c++', 'a-b', 'ä', 'a\n', 'null', '!null', 'a'.repeat(101)])(
  '%j is invalid',
  (name) => {
    expect(tagProblem(name)).toBe('Error: tags need to be at least two chars or pattern issue (only a-z).');
  },
);
