import { expect, test } from 'vitest';
import { linkedParts } from './linked-parts.ts';
import { quotedParts } from './quoted-parts.ts';

const urlsIn = (text: string) => linkedParts(text).flatMap(({ url }) => url ?? []);

test.each([
  ['See https://example.org/a?b=c#d.', ['https://example.org/a?b=c#d']],
  [
    '(https://example.org/a_(b)), or http://example.org:',
    ['https://example.org/a_(b)', 'http://example.org'],
  ],
  ['«https://example.org/ü»', ['https://example.org/ü']],
  ['https://example.org/?a=(1', ['https://example.org/?a=(1']],
  ['javascript:alert(1) ftp://example.org data:text/html,x //example.org www.example.org', []],
  ['https:// http://[ https://.', []],
  ['<https://example.org/">', ['https://example.org/']],
])('the URLs of %j', (text, urls) => {
  expect(urlsIn(text)).toEqual(urls);
  expect(
    linkedParts(text)
      .map(({ shown }) => shown)
      .join(''),
  ).toBe(text);
});

test('long texts take no time', () => {
  expect(urlsIn(`https://example.org/${')'.repeat(10_000)}`)).toEqual(['https://example.org/']);
  expect(urlsIn('https://'.repeat(2_000))).toHaveLength(1);
  expect(linkedParts(' '.repeat(15_000))).toHaveLength(1);
});

test('lines after > are quoted', () => {
  expect(quotedParts('> One\n>two\n\nThree\n> four')).toEqual([
    { lines: 'One\ntwo', isQuoted: true },
    { lines: 'Three', isQuoted: false },
    { lines: 'four', isQuoted: true },
  ]);
  expect(quotedParts('> One\r\n\r\nTwo')).toEqual([
    { lines: 'One', isQuoted: true },
    { lines: 'Two', isQuoted: false },
  ]);
  expect(quotedParts('a\n\nb > c')).toEqual([{ lines: 'a\n\nb > c', isQuoted: false }]);
  expect(quotedParts('')).toEqual([{ lines: '', isQuoted: false }]);
});
