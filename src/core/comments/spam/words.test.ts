import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../../../tests/support/cpu.ts';
import { duplicateKey, featuresOf } from './words.ts';

const of = (comment_text: string, user_name = 'Anonymous') => featuresOf({ user_name, comment_text }).words;

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
    expect(of(text)).toEqual(words);
  });

  test('hosts of links and the name have a prefix', () => {
    expect(of('See https://www.Example.org/a?b=c and www.example.net', 'Bob Smith')).toEqual([
      'link:example.org',
      'link:example.net',
      'name:bob',
      'name:smith',
      'see',
      'and',
      'is:link',
      'is:links',
      'is:onlyLink',
    ]);
  });

  test('the website of the commenter is a word of its own', () => {
    const website = (author_url: string) =>
      featuresOf({ user_name: 'Anonymous', comment_text: 'Lovely', author_url });
    expect(website('https://www.example.org/me')).toEqual({
      words: ['site:example.org', 'lovely'],
      links: 0,
      linkCode: false,
    });
    expect(website('').words).toEqual(['lovely']);
  });

  test('pairs of words are used where the filter knows them, forms always', () => {
    const features = (comment_text: string) => of(comment_text).filter((word) => /[ :]/.test(word));
    expect(features('Please check out my channel')).toContain('check out');
    expect(features('The heron stood in the reeds')).toEqual([]);
    expect(features('CALL US AT +1 (555) 010-0199, or mail a@example.org')).toEqual(
      expect.arrayContaining(['is:phone', 'is:email']),
    );
    expect(features('A WHOLE SENTENCE IN CAPITALS')).toContain('is:capitals');
    expect(features('for $20 at heron.com')).toEqual(expect.arrayContaining(['is:money', 'is:host']));
    expect(features('vote '.repeat(12))).toContain('is:repeated');
  });

  test('at most 100 words per comment, in bounded time', () => {
    expect(of(Array.from({ length: 2000 }, (_, index) => `w${index}`).join(' '))).toHaveLength(100);
    const began = cpuMs();
    for (const text of ['a.', 'a-', 'www.', 'http://', 'ﷺ', "a'", '[url', 'é\u0301'])
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
