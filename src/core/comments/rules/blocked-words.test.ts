import { expect, test } from 'vitest';
import { blockedForm, hasBlockedWord } from './blocked-words.ts';

const blocks = (word: string, text: string): boolean => {
  const form = blockedForm(word);
  if (form === null) throw new Error(`${word} cannot be blocked`);
  return hasBlockedWord(['Ada', text], [form]);
};

test.each([
  ['casino', 'Visit my Casino!'],
  ['casino', 'ｃａｓｉｎｏ and cás\u200bino'],
  ['Café Crème', 'a cafe  creme, please'],
  ['spam.example', 'see https://www.spam.example/offer'],
  ['赌场', '这是一个赌场。'],
  ['straße', 'STRASSE'],
])('%s is found in %s', (word, text) => {
  expect(blocks(word, text)).toBe(true);
});

test.each([
  ['casino', 'The casinos of Reno'],
  ['sex', 'Essex'],
  ['spam.example', 'an example of spam'],
  ['cafe creme', 'cafe au creme'],
])('%s is not found in %s', (word, text) => {
  expect(blocks(word, text)).toBe(false);
});

test('signs alone and long phrases cannot be blocked', () => {
  expect(blockedForm(' $$$ ')).toBeNull();
  expect(blockedForm('one two three four five six')).toBeNull();
  expect(blockedForm('')).toBeNull();
});

test('without blocked words nothing is blocked', () => {
  expect(hasBlockedWord(['anything'], [])).toBe(false);
});
