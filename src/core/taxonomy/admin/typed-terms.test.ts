import { expect, test } from 'vitest';
import { tagProblem } from '../../posts/terms/rules/tags.ts';
import { categoryOf, tagNameOf } from './typed-terms.ts';

const travel = { id: 1, category_path: 'travel', title: 'Travel', description: '' };

test('words become the path and the title of a category', () => {
  expect(categoryOf('Garten', [], 'de')).toEqual({ category_path: 'garten', title: 'Garten' });
  expect(categoryOf(' Sea  Side ', [], 'en')).toEqual({ category_path: 'sea-side', title: 'Sea Side' });
  expect(categoryOf('küche', [], 'de')).toMatchObject({ title: 'küche' });
  expect(categoryOf('日本', [], 'en')).toEqual({ category_path: 'ri-ben', title: '日本' });
  expect(categoryOf('日本', [], 'ja')).toEqual({ category_path: 'category', title: '日本' });
});

test('a path, an existing category and one below another are found', () => {
  expect(categoryOf('travel.japan', [travel], 'en')).toEqual({ category_path: 'travel.japan' });
  expect(categoryOf('TRAVEL', [travel], 'en')).toBe(travel);
  expect(categoryOf('Travel / Night Trains', [travel], 'en')).toEqual({
    category_path: 'travel.night-trains',
    title: 'Night Trains',
  });
  expect(categoryOf('Tràvel', [travel], 'en')).toEqual({ category_path: 'travel-2', title: 'Tràvel' });
});

test('words become the web name of a tag, which the API accepts', () => {
  expect(tagNameOf('Sea Side', 'en')).toBe('seaside');
  expect(tagNameOf('tea', 'en')).toBe('tea');
  expect(tagNameOf('日本', 'en')).toBe('riben');
  for (const [name, language] of [
    ['küche', 'de'],
    ['日本', 'ja'],
    ['C++', 'en'],
    ['null', 'en'],
  ] as const)
    expect(tagProblem(tagNameOf(name, language)), name).toBeNull();
  expect(tagNameOf('!!!', 'en')).toBe('');
});
