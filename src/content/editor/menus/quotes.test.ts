import { expect, test } from 'vitest';
import { smartPunctuation } from './quotes.ts';

/** Types a text character by character. */
function type(text: string, language: string): string {
  let written = '';
  for (const character of text) {
    const smart = smartPunctuation(character, written, language);
    written = smart ? written.slice(0, written.length - smart.replaces) + smart.text : written + character;
  }
  return written;
}

test('quotes follow the language', () => {
  for (const [language, written] of [
    ['en', '“a ‘b’ c” (“d”)'],
    ['en-GB', '“a ‘b’ c” (“d”)'],
    ['de', '„a ‚b‘ c“ („d“)'],
    ['de-CH', '«a ‹b› c» («d»)'],
    ['fr', '«\u202fa “b” c\u202f» («\u202fd\u202f»)'],
    ['xx', '“a ‘b’ c” (“d”)'],
  ] as const)
    expect(type(`"a 'b' c" ("d")`, language), language).toBe(written);
});

test('apostrophes are apostrophes in every language', () => {
  expect(type("it's", 'en')).toBe('it’s');
  expect(type("geht's", 'de')).toBe('geht’s');
  expect(type("l'eau", 'fr')).toBe('l’eau');
});

test('three hyphens and three dots, but not at the start of a block', () => {
  expect(type('wait---what...', 'en')).toBe('wait—what…');
  expect(type('---', 'en')).toBe('---');
});
