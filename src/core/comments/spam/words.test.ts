import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../../../tests/support/cpu.ts';
import { duplicateKey, featuresOf } from './words.ts';

const of = (comment_text: string, user_name = 'Anonymous') => featuresOf({ user_name, comment_text }).words;
const withoutForms = (words: string[]) => words.filter((word) => !word.startsWith('is:'));

describe('spam features of a comment', () => {
  test.each([
    ['distinct words in lowercase', 'Lovely, LOVELY post!', ['lovely', 'post']],
    ['accents, apostrophes and marks', 'Ça va? It’s Ελλάδα हिन्दी', ['ça', 'va', 'it’s', 'ελλάδα', 'हिन्दी']],
    ['pairs in scripts without spaces', '東京の海', ['東京', '京の', 'の海']],
    ['pairs beside words', 'Hello 世界人', ['hello', '世界', '界人']],
    ['full-width letters', 'ＶＩＡＧＲＡ', ['viagra']],
    ['invisible characters between letters', 'vi\u200bag\u00adra', ['viagra']],
    ['no single letters and no overlong words', `a ${'x'.repeat(41)} no`, ['no']],
    ['drawn-out letters', 'Pleaaase, nooow', ['please', 'now']],
    ['no symbols', '🙂 — !!! ...', []],
    ['no lone surrogates', '\ud800word\udfff', ['word']],
  ])('%s', (_, text, words) => {
    expect(withoutForms(of(text))).toEqual(words);
  });

  test('hosts of links and the name have a prefix', () => {
    expect(withoutForms(of('See https://www.Example.org/a?b=c and www.example.net', 'Bob Smith'))).toEqual([
      'link:example.org',
      'link:example.net',
      'name:bob',
      'name:smith',
      'see',
      'and',
    ]);
  });

  test('the website of the commenter is a word of its own', () => {
    const website = (author_url: string) =>
      featuresOf({ user_name: 'Anonymous', comment_text: 'Lovely', author_url });
    const { words, links, linkCode } = website('https://www.example.org/me');
    expect({ words: withoutForms(words), links, linkCode }).toEqual({
      words: ['site:example.org', 'lovely'],
      links: 0,
      linkCode: false,
    });
    expect(withoutForms(website('').words)).toEqual(['lovely']);
  });

  test('links and markup are no words', () => {
    const text = 'Buy <a href="https://a.example/cheap-pills">here</a> or [url=https://b.example]there[/url]';
    expect(withoutForms(of(text))).toEqual([
      'link:a.example',
      'link:b.example',
      'buy',
      'here',
      'or',
      'there',
    ]);
  });

  test.each([
    ['CALL US AT +1 (555) 010-0199, or mail a@example.org', ['phone', 'email']],
    ['A WHOLE SENTENCE IN CAPITALS', ['capitals']],
    ['for $20 at the market?', ['money', 'question']],
    ['vote '.repeat(12), ['repeated', 'lowercase']],
    [
      'https://example.org/a-b-c.html',
      ['links1', 'onlyLink', 'linkFirst', 'linkLast', 'linkFile', 'linkSlug'],
    ],
    ['[url=https://example.org]it[/url]', ['markup', 'bbcode']],
    ['Купить онлайн', ['script']],
    ['vіagra with a Cyrillic letter', ['mixedScripts']],
  ])('forms of %j', (text, forms) => {
    expect(of(text)).toEqual(expect.arrayContaining(forms.map((form) => `is:${form}`)));
  });

  test('the script of the site is not foreign, nor are letters of several scripts of one language', () => {
    const isForeign = (comment_text: string, language: string) =>
      featuresOf({ user_name: 'Anonymous', comment_text }, language).words.includes('is:script');
    expect(isForeign('Хорошая прогулка', 'en')).toBe(true);
    expect(isForeign('Хорошая прогулка', 'ru')).toBe(false);
    expect(isForeign('東京の海', 'ja')).toBe(false);
    expect(isForeign('نزهة جميلة', 'ar')).toBe(false);
    expect(isForeign('A lovely walk', 'ja')).toBe(false);
  });

  test('at most 100 words per comment, in bounded time', () => {
    const many = Array.from({ length: 2000 }, (_, index) => `w${index}`).join(' ');
    expect(withoutForms(of(many))).toHaveLength(100);
    const began = cpuMs();
    for (const text of [
      'a.',
      'a-',
      'www.',
      'http://',
      'ﷺ',
      "a'",
      '[url',
      '[a=',
      '<a',
      'a-b',
      ' \n',
      'é\u0301',
    ])
      of(text.repeat(5000 / text.length));
    expect(cpuMs() - began).toBeLessThan(5000);
  });
});

test('text that NFKC expands is truncated', () => {
  const words = of(`${'\ufdfa '.repeat(2_000)} the-end`);
  expect(words).not.toContain('end');
  expect(featuresOf({ user_name: '', comment_text: `${'\ufdfa'.repeat(4_900)} www.a.example` }).links).toBe(
    0,
  );
});

test.each([
  ['none here', []],
  ['and/or, 1.5 and e.g. this', []],
  ['http://a.example/x https://b.example', ['a.example', 'b.example']],
  ['<a href="https://c.example">c</a> [url=http://d.example]d[/url]', ['c.example', 'd.example']],
  ['cheap.example.com/pills', ['cheap.example.com']],
  ['1.5/2 a..com/x .com/ a.b-c/ ', []],
  ['(é)cheap.example.com/a, cheap-two.example/', ['cheap.example.com', 'cheap-two.example']],
])('links in %j', (text, hosts) => {
  expect(of(text).filter((word) => word.startsWith('link:'))).toEqual(hosts.map((host) => `link:${host}`));
});

test('the duplicate key ignores case and punctuation, and is null for short texts', () => {
  expect(duplicateKey('Great article, thanks for sharing!')).toBe(
    duplicateKey('great  ARTICLE\nthanks (for) sharing'),
  );
  expect(duplicateKey('Great article, thanks for sharing!')).not.toBe(
    duplicateKey('Great article, thanks for sharing 2'),
  );
  expect(duplicateKey('Thank you so much!')).toBeNull();
});
