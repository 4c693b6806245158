import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { catalogs, messagesIn } from './catalogs.ts';

const folder = import.meta.dirname;
const files = readdirSync(path.join(folder, 'en'));
const others = Object.keys(catalogs).filter((language) => language !== 'en');

/** The names that a file of a catalog defines itself. All others come from the English file. */
function defined(language: string, file: string): string[] {
  const source = readFileSync(path.join(folder, language, file), 'utf8');
  return [...source.matchAll(/^export const (\w+)/gm)].map(([, name = '']) => name).sort();
}

describe.each(others)('the catalog %s', (language) => {
  test.each(files)('has every text of %s', (file) => {
    expect(defined('en', file).filter((name) => !defined(language, file).includes(name))).toEqual([]);
  });

  test('has every text of each group, with parameters where English has them', () => {
    const shape = (value: unknown): unknown => {
      if (typeof value === 'string') return value.trim() === '' ? 'empty' : 'text';
      if (typeof value === 'function') return `function of ${value.length}`;
      if (Array.isArray(value)) return value.map(shape);
      return Object.fromEntries(Object.entries(value as object).map(([key, part]) => [key, shape(part)]));
    };
    expect(shape({ ...catalogs[language] })).toEqual(shape({ ...catalogs.en }));
  });

  test('shows every parameter', () => {
    for (const [name, text] of Object.entries(catalogs[language] ?? {})) {
      if (typeof text !== 'function') continue;
      const values = Array.from({ length: text.length }, (_, index) => 11 + index);
      const shown = (text as (...values: number[]) => string)(...values);
      for (const value of values)
        expect(
          [String(value), value.toLocaleString(language)].some((form) => shown.includes(form)),
          name,
        ).toBe(true);
    }
  });

  test('names a reply link with the words that it shows, so that speech input finds it', () => {
    const { reply, replyTo } = messagesIn(language);
    const words = replyTo('Ada').toLocaleLowerCase(language);
    expect(language === 'ja' ? words : ` ${words} `).toContain(
      language === 'ja' ? reply : ` ${reply.toLocaleLowerCase(language)} `,
    );
  });

  test('has different messages of the counter', () => {
    expect(new Set(catalogs[language]?.counterMessages).size).toBe(51);
  });
});

test('a text that is missing in a language is in English', () => {
  // An export of the module itself wins over one of the English file that it exports too.
  for (const language of others)
    for (const file of files)
      expect(readFileSync(path.join(folder, language, file), 'utf8')).toContain(
        `export * from '../en/${file}';`,
      );
});

test('a region has the texts of its language, and an unknown language English ones', () => {
  expect(messagesIn('de-AT').submit).toBe('Absenden');
  expect(messagesIn('en-GB').submit).toBe('Submit');
  expect(messagesIn('it').submit).toBe('Submit');
  expect(messagesIn('constructor').submit).toBe('Submit');
});

test('Arabic has six plural forms', () => {
  const { postCount } = messagesIn('ar');
  expect(
    new Set([0, 1, 2, 3, 11, 100].map((count) => postCount(count).replace(/[\d٠-٩٬,]+/g, '#'))).size,
  ).toBe(6);
});
