import { expect, test } from 'vitest';
import { canonicalLanguage, isTimeZone } from '../contract/languages.ts';
import { languageName, textDirection } from './languages.ts';

test.each([
  ['ar', 'rtl'],
  ['he-IL', 'rtl'],
  ['fa', 'rtl'],
  ['ckb', 'rtl'],
  ['pa-PK', 'rtl'],
  ['az-Arab', 'rtl'],
  ['yi-Latn', 'ltr'],
  ['de', 'ltr'],
  ['ja', 'ltr'],
] as const)('%s is written %s', (language, direction) => {
  expect(textDirection(language)).toBe(direction);
});

test('languages are BCP 47 tags', () => {
  expect(canonicalLanguage('PT-br')).toBe('pt-BR');
  expect(canonicalLanguage('zh-hant')).toBe('zh-Hant');
  for (const tag of ['', 'x', 'english', 'en_US', 'de-', '日本語'])
    expect(canonicalLanguage(tag)).not.toBe(tag);
  expect(canonicalLanguage('en_US')).toBeNull();
});

test('time zones are those of the IANA database', () => {
  for (const name of ['UTC', 'Europe/Berlin', 'Asia/Tokyo']) expect(isTimeZone(name)).toBe(true);
  for (const name of ['', '+01:00', 'Mars/Olympus', 'Europe/']) expect(isTimeZone(name)).toBe(false);
});

test('languages are named in themselves', () => {
  expect(languageName('de')).toBe('Deutsch');
  expect(languageName('ja')).toBe('日本語');
  expect(languageName('de', 'en')).toBe('German');
});
