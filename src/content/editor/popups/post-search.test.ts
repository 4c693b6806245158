import { expect, test } from 'vitest';
import { searchQuery } from './post-search.ts';

test('words are searched for', () => {
  expect(searchQuery(' walk by the sea ')).toBe('walk by the sea');
  expect(searchQuery('St. Ives')).toBe('St. Ives');
});

test('URLs and single letters are not', () => {
  for (const text of [
    '',
    'a',
    'https://example.org',
    'example.org',
    '/post/a',
    '#top',
    'mailto:me@example.org',
    'x'.repeat(101),
  ])
    expect(searchQuery(text), text).toBeNull();
});
