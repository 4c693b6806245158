import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isWebTitle } from '../api/web-titles.ts';
import { isSlugOf, nextSlug, slugOf } from './slug.ts';

describe('web title', () => {
  test.each([
    ['Hello, World!', 'hello-world'],
    ['  Leading & trailing -- blanks  ', 'leading-trailing-blanks'],
    ["It’s Bob's", 'its-bobs'],
    ['Größe & Straße', 'grosse-strasse'],
    ['Crème Brûlée', 'creme-brulee'],
    ['Привет мир', 'privet-mir'],
    ['Ελληνικά', 'ellinika'],
    ['中文标题', 'zhong-wen-biao-ti'],
    ['Ｆｕｌｌ ｗｉｄｔｈ', 'full-width'],
    ['100% C++ in 2026', '100-c-in-2026'],
    ['', 'untitled'],
    ['🎉 !!!', 'untitled'],
    ['\u0000\uD800', 'untitled'],
    ['../../etc/passwd', 'etc-passwd'],
    ['a'.repeat(100), 'a'.repeat(80)],
  ])('of %j is %s', (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });

  test('ends with a whole word if possible', () => {
    const slug = slugOf('wonderful '.repeat(20));
    expect(slug).toBe(Array(8).fill('wonderful').join('-'));
  });

  test('is valid for any title, and idempotent', () => {
    const title = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({ unit: 'grapheme' }),
      fc.lorem({ maxCount: 40 }),
    );
    fc.assert(
      fc.property(title, (text) => {
        const slug = slugOf(text);
        expect(isWebTitle(slug)).toBe(true);
        expect(slug.length).toBeLessThanOrEqual(80);
        expect(slugOf(slug)).toBe(slug);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('web title with the letters of the title', () => {
  const unicode = { form: 'unicode', language: 'en' } as const;

  test.each([
    ['Привет, Мир!', 'привет-мир'],
    ['中文 标题', '中文-标题'],
    ['مرحبا بالعالم', 'مرحبا-بالعالم'],
    ['Größe в мире', 'grosse-в-мире'],
    ['Crème Brûlée', 'creme-brulee'],
    ['हिन्दी में', 'हिन्दी-में'],
    ['ｶﾞﾗｽ', 'ガラス'],
    ['й'.normalize('NFD'), 'й'.normalize('NFC')],
    ['🎉', 'untitled'],
  ])('of %j is %s', (title, slug) => {
    expect(slugOf(title, unicode)).toBe(slug);
    expect(isSlugOf(nextSlug(slug, 3), title)).toBe(true);
  });

  test('is bounded as it is written and as it is encoded', () => {
    for (const title of ['中'.repeat(500), '𠮷'.repeat(500), 'я '.repeat(500)]) {
      const slug = slugOf(title, unicode);
      expect(slug.length).toBeLessThanOrEqual(80);
      expect(encodeURIComponent(slug).length).toBeLessThanOrEqual(600);
      expect(isWebTitle(slug)).toBe(true);
    }
  });

  test('Japanese is never given Chinese readings', () => {
    const latin = { form: 'transliterate', language: 'en' } as const;
    expect(slugOf('東京の朝', latin)).toBe('東京の朝');
    expect(slugOf('東京', { ...latin, language: 'ja' })).toBe('東京');
    expect(slugOf('東京', { ...latin, language: 'ja-JP' })).toBe('東京');
    expect(slugOf('Tokyo', { ...latin, language: 'ja' })).toBe('tokyo');
  });
});

describe('web title candidates', () => {
  test('are numbered from two', () => {
    expect([1, 2, 3, 10].map((n) => nextSlug('hello', n))).toEqual([
      'hello',
      'hello-2',
      'hello-3',
      'hello-10',
    ]);
  });

  test('are valid, within 80 characters and distinct', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 30 }), fc.integer({ min: 1, max: 1_000_000 }), (title, n) => {
        const slug = nextSlug(slugOf(title), n);
        expect(isWebTitle(slug)).toBe(true);
        expect(slug.length).toBeLessThanOrEqual(80);
        expect(nextSlug(slugOf(title), n + 1)).not.toBe(slug);
      }),
    );
  });
});

describe('isSlugOf', () => {
  test('distinguishes generated from chosen web titles', () => {
    for (const slug of ['hello', 'hello-2', 'hello-17']) expect(isSlugOf(slug, 'Hello')).toBe(true);
    for (const slug of ['hell', 'hello-world', 'hello-', 'hello-02', 'other-2'])
      expect(isSlugOf(slug, 'Hello')).toBe(false);
    expect(isSlugOf('untitled', '')).toBe(true);
    expect(isSlugOf('year-2026', 'Year 2026')).toBe(true);
  });

  test('recognizes every candidate, long ones too', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 30 }), fc.integer({ min: 1, max: 1_000_000 }), (title, n) => {
        expect(isSlugOf(nextSlug(slugOf(title), n), title)).toBe(true);
      }),
    );
  });
});
