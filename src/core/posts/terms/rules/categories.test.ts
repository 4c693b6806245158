import { describe, expect, test } from 'vitest';
import { segments, segmentTitle, topic } from '../../../site/category-paths.ts';
import { categoryPathProblem } from './categories.ts';

test('a path consists of segments, and the first is its topic', () => {
  expect(segments('travel.japan.south-east')).toEqual(['travel', 'japan', 'south-east']);
  expect(segments('')).toEqual([]);
  expect(topic('travel.japan')).toBe('travel');
  expect(topic('')).toBe('');
});

test.each([
  ['travel', 'Travel'],
  ['south-east', 'South East'],
  ['web-2-0', 'Web 2 0'],
  ['', ''],
])('the title of %j is %j', (segment, title) => {
  expect(segmentTitle(segment)).toBe(title);
});

describe('category path', () => {
  test.each([
    'travel',
    'travel.japan',
    'a.b-c.d1',
    '2026',
    'tags.nullable',
    Array(8).fill('a'.repeat(50)).join('.'),
  ])('%j is valid', (path) => {
    expect(categoryPathProblem(path)).toBeNull();
  });

  test.each([
    '',
    '.',
    'a.',
    '.a',
    'a..b',
    'Travel',
    'reise ziel',
    'süden',
    'a_b',
    '-a',
    'a-',
    'a--b',
    'a/b',
    'a\n',
    '!null',
    'tag',
    'comment',
    'status',
    'null',
    'travel.tag',
    'a'.repeat(51),
    Array(9).fill('a').join('.'),
  ])('%j is invalid', (path) => {
    expect(categoryPathProblem(path)).toEqual(expect.any(String));
  });
});
