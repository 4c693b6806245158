import { expect, test } from 'vitest';
import { maxPageDepth, maxPagePathLength } from '../../../platform/http/api/limits.ts';
import { pagePathIn, pagePathProblem } from './page-paths.ts';
import { isAddressOf, nextAddress, pagePathOf } from './page-slugs.ts';

test.each(['/about', '/legal/privacy', '/a/b/c/d/e', '/2026', '/x-ray-2'])('%s is a path', (path) => {
  expect(pagePathProblem(path)).toBeNull();
  expect(pagePathIn(path)).toBe(path);
});

test.each([
  '',
  '/',
  'about',
  '/About',
  '/about/',
  '//about',
  '/a//b',
  '/.',
  '/..',
  '/a/..',
  '/a.html',
  '/-a',
  '/a--b',
  '/a b',
  '/a\n',
  '/a/b/c/d/e/f',
  '/admin',
  '/admin/x',
  '/constructor.name',
  '/a\\b',
  `/${'a'.repeat(81)}`,
])('%j is none', (path) => {
  expect(pagePathProblem(path)).not.toBeNull();
  expect(pagePathIn(path)).toBeNull();
});

test('names of object members are ordinary words', () => {
  expect(pagePathProblem('/constructor')).toBeNull();
  expect(pagePathProblem('/__proto__')).not.toBeNull();
});

test('a reason says what a reserved path is used for', () => {
  expect(pagePathProblem('/admin/x')).toBe(
    'Paths that begin with /admin are used for the admin area. Please choose another.',
  );
});

test('an encoded slash or an undecodable path is no page', () => {
  for (const path of ['/a%2Fb', '/a%2fb', '/%', '/%ff', '/%2e%2e/a', '/a%00'])
    expect(pagePathIn(path), path).toBeNull();
});

test('the check of a very long path is quick, because it looks at few segments', () => {
  const long = '/a'.repeat(1_000_000);
  expect(pagePathProblem(long)).not.toBeNull();
  expect(pagePathIn(long)).toBeNull();
});

test('a path follows from a title, with a number where the word is reserved', () => {
  expect(pagePathOf('Über uns')).toBe('/uber-uns');
  expect(pagePathOf('Search')).toBe('/search-2');
  expect(pagePathOf('')).toBe('/untitled');
  expect(isAddressOf('/uber-uns-3', 'Über uns')).toBe(true);
  expect(isAddressOf('/search-2', 'Search')).toBe(true);
  expect(isAddressOf('/legal/uber-uns', 'Über uns')).toBe(false);
});

test('a numbered path stays within the limits', () => {
  expect(nextAddress('/legal/privacy', 2)).toBe('/legal/privacy-2');
  expect(nextAddress('tea', 2)).toBe('tea-2');
  const longest = `/${'a'.repeat(80)}`.repeat(maxPageDepth);
  expect(longest).toHaveLength(maxPagePathLength);
  const next = nextAddress(longest, 12);
  expect(next.length).toBeLessThanOrEqual(maxPagePathLength);
  expect(pagePathProblem(next)).toBeNull();
});
