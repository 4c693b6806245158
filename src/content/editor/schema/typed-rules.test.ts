import { expect, test } from 'vitest';
import { typedImage, typedLink } from './typed-rules.ts';

test('a link is found when its last parenthesis is typed', () => {
  expect(typedLink('see [the sea](example.org)')).toMatchObject({
    index: 4,
    text: '[the sea](example.org)',
    data: { first: 'the sea', second: 'example.org' },
  });
  for (const text of ['[a](b', '![a](b)', '\\[a](b)', '[](b)', '[a] (b)', '[a](b c)', '[a][b](c)'])
    expect(typedLink(text), text).toBeNull();
});

test('an image may have no alternative text', () => {
  expect(typedImage('![](/a.png)')).toMatchObject({ index: 0, data: { first: '', second: '/a.png' } });
  expect(typedImage('\\![a](b)')).toBeNull();
});

test('long texts without an end are no link', () => {
  expect(typedLink('['.repeat(100_000))).toBeNull();
  expect(typedImage('!['.repeat(100_000))).toBeNull();
});
