import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold, highlightedExcerpt, indexWords, queryWords } from './search.ts';

const plain = (html: string) =>
  html
    .replace(/<\/?mark>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

describe('words', () => {
  test.each([
    ['Crème Brûlée', 'creme brulee'],
    ['ŻÓŁĆ', 'zolc'],
    ['Straße', 'strasse'],
    ['İstanbul ISPARTA ısı', 'istanbul isparta isi'],
    ['ΟΔΟΣ οδός', 'οδοσ οδοσ'],
    ['Ærø œuvre', 'aero oeuvre'],
    ['한국어', '한국어'],
    ['が', 'が'],
  ])('%s folds to %s', (text, folded) => expect(fold(text)).toBe(folded));

  test('are letters and digits, separated by anything else', () => {
    expect(indexWords(`Don't "stop" at-all: 1.5 C++ <b>\u0000_x_`)).toEqual([
      'don',
      't',
      'stop',
      'at',
      'all',
      '1',
      '5',
      'c',
      'b',
      'x',
    ]);
    expect(indexWords('हिन्दी भाषा')).toEqual(['हिन्दी', 'भाषा']);
  });

  test('are found in scripts without spaces', () => {
    expect(indexWords('東京へ行く')).toContain('東京');
  });

  test('are limited in length and number', () => {
    expect(indexWords('x'.repeat(1000))).toEqual(['x'.repeat(60)]);
    expect(
      indexWords(`${'🙂a'.repeat(10)} ${'𐐀'.repeat(100)}`)
        .join('')
        .isWellFormed(),
    ).toBe(true);
    expect(indexWords('word '.repeat(100_000)).length).toBe(40_000);
  });

  test('of a query are at most ten and distinct; a short one is no prefix unless it is the last', () => {
    expect(queryWords('A Tale of a')).toEqual([
      { word: 'a', prefix: false },
      { word: 'tale', prefix: true },
      { word: 'of', prefix: true },
    ]);
    expect(queryWords('1 2 3 4 5 6 7 8 9 10 11 12')).toHaveLength(10);
    expect(queryWords('"\'*:()^- \u0000 🙂')).toEqual([]);
  });
});

describe('excerpt', () => {
  const excerpt = (text: string, query: string) => highlightedExcerpt(text, queryWords(query));

  test('marks every word of the query, ignoring accents', () => {
    expect(excerpt('A Crème brûlée.', 'BRULEE creme')).toBe('A <mark>Crème</mark> <mark>brûlée</mark>.');
    expect(excerpt('A day at sea', 'a s')).toBe('<mark>A</mark> day at <mark>sea</mark>');
  });

  test('shows the part with most of the words', () => {
    const text = `tea ${'x '.repeat(300)} tea and bread ${'y '.repeat(300)}`;
    const found = excerpt(text, 'tea bread');
    expect(found).toContain('<mark>tea</mark> and <mark>bread</mark>');
    expect(found).toMatch(/^….*…$/);
    expect(plain(found).length).toBeLessThan(260);
  });

  test('is the beginning when nothing matches', () => {
    expect(excerpt(`Begin ${'word '.repeat(100)}`, 'title')).toMatch(/^Begin word .*…$/);
  });

  test('escapes markup of the text', () => {
    const found = excerpt('<script>alert("tea & bread")</script> <mark>', 'script tea');
    expect(found).toBe(
      '&lt;<mark>script</mark>&gt;alert(&quot;<mark>tea</mark> &amp; bread&quot;)&lt;/<mark>script</mark>&gt; &lt;mark&gt;',
    );
  });

  test('is escaped text with marks, for any text and query', () => {
    const anything = fc.string({ unit: 'binary', maxLength: 400 });
    fc.assert(
      fc.property(anything, anything, (text, query) => {
        const found = excerpt(text, query);
        expect(found.replace(/<\/?mark>|&(?:lt|gt|amp|quot);/g, '')).not.toMatch(/[<>&"]/);
        expect(text.replace(/\s+/g, ' ')).toContain(plain(found).replace(/^…|…$/g, '').trim());
      }),
    );
  });
});
