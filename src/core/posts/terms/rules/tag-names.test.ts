import { expect, test } from 'vitest';
import { displayTerm, nameKey } from '../api/terms.ts';
import { categorySegments, type NamedTerm, tagWebNames } from './tag-names.ts';

const latin = { form: 'transliterate', language: 'en' } as const;
const unicode = { form: 'unicode', language: 'en' } as const;
const first = (term: NamedTerm, style: Parameters<typeof tagWebNames>[1] = latin) =>
  tagWebNames(term, style).next().value;
const segment = (term: NamedTerm, language = 'en') => categorySegments(term, language).next().value;

test.each([
  ['read more', 'readmore'],
  ['C++', 'cplusplus'],
  ['C#', 'csharp'],
  ['#photo', 'photo'],
  ['Ünïcode', 'unicode'],
  ['Москва', 'moskva'],
  ['图像处理', 'tuxiangchuli'],
  // Kana show that the kanji are Japanese.
  ['写真のこと', '写真のこと'],
  ['🙂'.repeat(100), 'tag'],
  ['Untitled', 'untitled'],
  ['null', 'null2'],
])('the web name of %j is %s', (name, expected) => {
  expect(first({ name })).toBe(expected);
});

test('a site that keeps other scripts keeps them in tags', () => {
  expect(first({ name: '图像处理' }, unicode)).toBe('图像处理');
  expect(first({ name: 'Größe und Maß' }, unicode)).toBe('grosseundmass');
  expect(first({ name: '写真' }, { form: 'transliterate', language: 'ja' })).toBe('写真');
});

test('the slug of the former blog is preferred when it has letters', () => {
  expect(first({ name: '图像处理', slug: 'image-processing' })).toBe('imageprocessing');
  expect(first({ name: 'Café', slug: 'caf%C3%A9' })).toBe('cafe');
  expect(first({ name: 'Tea', slug: '%E0%A4%A' })).toBe('e0a4a');
  expect(first({ name: 'Tea', slug: '---' })).toBe('tea');
});

test('further web names are numbered, within the longest name', () => {
  const names = tagWebNames({ name: 'C' }, latin);
  expect([names.next().value, names.next().value, names.next().value]).toEqual(['c', 'c2', 'c3']);
  const long = tagWebNames({ name: 'x'.repeat(300) }, latin);
  for (let count = 0; count < 20; count++) expect(long.next().value?.length).toBeLessThanOrEqual(100);
});

test('names are compared without case, spacing and normalization', () => {
  expect(nameKey(' Read\u00a0\n More ')).toBe('read more');
  expect(nameKey('CAFE\u0301')).toBe(nameKey('café'));
  expect(nameKey('C')).not.toBe(nameKey('C++'));
  expect([...displayTerm('🙂'.repeat(300))]).toHaveLength(200);
  expect(displayTerm('a\u0000b\ud800')).toBe('ab\ufffd');
});

test.each([
  ['Travel & Food', 'en', 'travel-food'],
  ['C++', 'en', 'c-plus-plus'],
  ['图像处理', 'en', 'tu-xiang-chu-li'],
  ['写真のこと', 'en', 'category'],
  ['Tag', 'en', 'tag-2'],
  ['🙂', 'en', 'category'],
])('the segment of %j is %s', (name, language, expected) => {
  expect(segment({ name }, language)).toBe(expected);
});

test('segments have at most 50 characters and no dash at either end', () => {
  const segments = categorySegments({ name: 'long word '.repeat(10) }, 'en');
  for (let count = 0; count < 20; count++)
    expect(segments.next().value).toMatch(/^(?=.{1,50}$)[a-z0-9]+(?:-[a-z0-9]+)*$/);
});
