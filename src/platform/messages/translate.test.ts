import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, afterEach, expect, test } from 'vitest';
import { adminLanguageOf } from './languages.ts';
import { rich } from './rich.ts';
import { english, formatList, plural, provideTranslation, t } from './translate.ts';

const replaced = provideTranslation(() => english);
afterEach(() => void provideTranslation(() => english));
// The next file may use the translations of the server.
afterAll(() => void provideTranslation(replaced));

const provide = (language: string, catalog: Record<string, string | { other: string; few?: string }>) =>
  provideTranslation(() => ({ language, catalog, locale: language }));

test('without a catalog texts are in English', () => {
  expect(t('Delete {name}', { name: '$& {x}' })).toBe('Delete $& {x}');
  expect(plural(1, { one: '1 post', other: '{count} posts' })).toBe('1 post');
  expect(plural(0, { one: '1 post', other: '{count} posts' })).toBe('0 posts');
});

test('numbers, plurals and lists follow the language', () => {
  provide('ar', { '{count} posts': { few: '{count} few', other: '{count} other' } });
  expect(plural(3, { one: '1 post', other: '{count} posts' })).toMatch(/few$/);
  expect(plural(100, { one: '1 post', other: '{count} posts' })).toMatch(/other$/);
  provide('de', { 'At most {max}': 'Höchstens {max}' });
  expect(t('At most {max}', { max: 12345 })).toBe('Höchstens 12.345');
  expect(formatList(['A', 'B'])).toBe('A und B');
  expect(t('Unknown')).toBe('Unknown');
});

test('elements keep their place in a translated sentence, and texts are escaped', () => {
  provide('de', { 'Open <link>the {name}</link> now.': 'Jetzt <link>{name}</link> öffnen.' });
  const shown = rich('Open <link>the {name}</link> now.', {
    name: '<b>',
    link: (text) => createElement('a', null, text),
  });
  expect(renderToStaticMarkup(shown)).toBe('Jetzt <a>&lt;b&gt;</a> öffnen.');
});

test.each([
  [undefined, 'de-AT', 'de'],
  ['', 'it', 'en'],
  ['ja', 'de', 'ja'],
  ['constructor', 'en', 'en'],
])('%j on a site in %s is %s', (chosen, ofSite, expected) => {
  expect(adminLanguageOf(chosen, ofSite)).toBe(expected);
});
