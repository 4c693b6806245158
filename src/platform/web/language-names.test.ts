import { expect, test } from 'vitest';
import { directionOfHtml, languageName, textDirection } from './language-names.ts';
import { canonicalLanguage, isTimeZone } from './languages.ts';

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

test.each([
  ['<p>A harbour</p>', 'ltr'],
  ['<p>הנמל</p>', 'rtl'],
  // A text begins with a name in another script.
  ['<p>Docker هي منصة لتطوير البرمجيات</p>', 'rtl'],
  ['<p>السلام is a greeting that many people use</p>', 'ltr'],
  ['<pre><code>const answer = await everything(theUniverse);</code></pre><p>هذا هو الجواب</p>', 'rtl'],
  ['<p><a href="https://example.org/a-long-path-in-latin-letters">هذا</a></p>', 'rtl'],
  ['<p>2026</p>', undefined],
  ['', undefined],
] as const)('the direction of %s is %s', (html, direction) => {
  expect(directionOfHtml(html)).toBe(direction);
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
