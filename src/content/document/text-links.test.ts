import { expect, test } from 'vitest';
import { textLinks } from './text-links.ts';

const written = (text: string) =>
  textLinks(text)
    .map(({ text, href }) => (href === undefined ? text : `<${text}|${href}>`))
    .join('');

test.each([
  ['Hello', 'Hello'],
  ['', ''],
  ['See [the plan](/post/plan) now', 'See <the plan|/post/plan> now'],
  [
    '[a](https://example.org/b)[c](mailto:me@example.org)',
    '<a|https://example.org/b><c|mailto:me@example.org>',
  ],
  ['[a](https://example.org/b_(c))', '<a|https://example.org/b_(c)>'],
  ['Go to https://example.org/x, then', 'Go to <https://example.org/x|https://example.org/x>, then'],
  ['(https://example.org/)', '(<https://example.org/|https://example.org/>)'],
  ['example.org and a@example.org stay text', 'example.org and a@example.org stay text'],
  ['[https://a.example](https://example.org)', '<https://a.example|https://example.org>'],
  ['<b>[x](/y)</b> & more', '<b><x|/y></b> & more'],
  ['[x] (/y) [](/y) [ ](/y) [x]()', '[x] (/y) [](/y) [ ](/y) [x]()'],
])('%s', (text, expected) => {
  expect(written(text)).toBe(expected);
});

test.each([
  '[x](javascript:alert(1))',
  '[x](JAVASCRIPT:alert(1))',
  '[x](data:text/html,hi)',
  '[x](//example.org)',
  '[x](/\\example.org)',
  '[x](\\\\example.org)',
  '[x](vbscript:x)',
  '[x](https:example.org)',
  '[x](java\nscript:alert(1))',
])('%s is no link', (text) => {
  expect(textLinks(text)).toEqual([{ text }]);
});

test('nothing of the text is lost but the notation', () => {
  const text = 'a [b](/c) d https://example.org/e f [g](h) i';
  expect(
    textLinks(text)
      .map(({ text }) => text)
      .join(''),
  ).toBe('a b d https://example.org/e f [g](h) i');
});

test('the number of steps grows with the length only', () => {
  // Quadratic matching would take minutes on these.
  for (const part of ['[', '[a](', '[a](x', '[a]((', '](', 'https://', '[a](x(y)'])
    expect(textLinks(part.repeat(50_000)).length).toBeGreaterThan(0);
});
