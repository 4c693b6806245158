import { expect, test } from 'vitest';
import { emojiNamed, findColon, loadEmoji, searchEmoji } from './emoji.ts';
import { emojiData } from './emoji-data.ts';

test('every line is an emoji with a name of its own', () => {
  const lines = emojiData.trim().split('\n');
  const names = lines.map((line) => line.split(' ')[1]);
  expect(new Set(names).size).toBe(lines.length);
  for (const line of lines) expect(line).toMatch(/^\p{Extended_Pictographic}\S* [a-z\d_+-]+( \S+)*$/u);
});

test('emoji are found by the start of their names first', async () => {
  await loadEmoji();
  expect(searchEmoji('rock')[0]?.emoji).toBe('🚀');
  expect(searchEmoji('tada')[0]?.emoji).toBe('🎉');
  expect(searchEmoji('party').map(({ emoji }) => emoji)).toContain('🎉');
  expect(searchEmoji('nothing_like_that')).toEqual([]);
  expect(emojiNamed('+1')).toBe('👍');
});

test('a colon in times and words is none', () => {
  for (const text of [':sm', '(:sm', 'a :+1']) expect(findColon(text), text).not.toBeNull();
  for (const text of ['10:30', 'a:sm', ':s', ': sm', 'http:sm', '::sm'])
    expect(findColon(text), text).toBeNull();
});
