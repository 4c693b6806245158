import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { adminLanguages } from '../src/platform/messages/languages.ts';
import { problemsOf } from '../tools/check-translation.ts';
import { messagesOf, sourceMessages } from '../tools/source-messages.ts';

const { messages, problems } = sourceMessages();
const catalogOf = (language: string) =>
  JSON.parse(
    readFileSync(
      path.resolve(import.meta.dirname, `../src/platform/messages/translations/${language}.json`),
      'utf8',
    ),
  );
/** A language without any text has not been translated yet; its admin area is in English. */
const translated = adminLanguages.filter(
  (language) => language !== 'en' && Object.keys(catalogOf(language)).length > 0,
);

test('every text of the admin area is a message', () => {
  expect(messages.length).toBeGreaterThan(1000);
  expect(problems).toEqual([]);
});

test.each(translated)('the catalog %s has every message, and no other', (language) => {
  expect(problemsOf(language, catalogOf(language), messages)).toEqual([]);
});

test('texts that are not translated, or not literal, are found', () => {
  const source = 'const a = <p title="Two words">Some text {t(name)}</p>;';
  expect(messagesOf('src/core/x/admin/x.tsx', source).problems).toEqual([
    'src/core/x/admin/x.tsx:1: "Two words" is not translated',
    'src/core/x/admin/x.tsx:1: "Some text" is not translated',
    'src/core/x/admin/x.tsx:1: the message is not a literal',
  ]);
});

test('catalogs with missing, unused or different texts are found', () => {
  const file = 'x.ts';
  const all = [
    { text: 'Open {name}', file },
    { text: '{count} posts', one: '1 post', file },
    { text: 'Save', file },
  ];
  const catalog = { 'Open {name}': 'Öffnen', '{count} posts': { other: '{count} Beiträge' }, Old: 'Alt' };
  expect(problemsOf('de', catalog, all)).toEqual([
    'unused: Old',
    'other placeholders: Open {name}',
    'plural form one missing: {count} posts',
    'missing: Save',
  ]);
  const right = {
    'Open {name}': '{name} öffnen',
    '{count} posts': { one: 'Ein Beitrag', other: '{count} Beiträge' },
    Save: 'Speichern',
  };
  expect(problemsOf('de', right, all)).toEqual([]);
});
