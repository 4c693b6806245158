import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as english from '../../../platform/web/messages/en.ts';
import { authorUrl, commentName, commentTextProblem, importedName } from './comments.ts';

const problemOf = (name: string, authors?: readonly string[]): string | null => {
  const chosen = commentName(name, authors);
  return 'problem' in chosen ? chosen.problem(english) : null;
};

describe('commenter name', () => {
  test.each([
    [undefined, 'Anonymous'],
    ['', 'Anonymous'],
    [' \t\n ', 'Anonymous'],
    ['\u200B\u200D\u2060\u00AD', 'Anonymous'],
    ['\u0000', 'Anonymous'],
    ['  Ada  Lovelace ', 'Ada Lovelace'],
    ['Ada\nLovelace', 'Ada Lovelace'],
    ['Ada\u0000\u0007', 'Ada'],
    ['\u202EadA', 'adA'],
    ['علی‌رضا', 'علی‌رضا'],
    ['👩‍👩‍👧', '👩‍👩‍👧'],
    ['Administrator', 'Administrator'],
    ['Admina', 'Admina'],
    ['Nimda', 'Nimda'],
    ['a'.repeat(50), 'a'.repeat(50)],
    ['🎉'.repeat(50), '🎉'.repeat(50)],
  ])('%j becomes %j', (raw, name) => {
    expect(commentName(raw)).toEqual({ name });
  });

  test('has at most 50 characters', () => {
    expect(problemOf('a'.repeat(51))).toContain('50');
    expect(problemOf('🎉'.repeat(51))).toContain('50');
  });

  test.each([
    'Admin',
    'admin',
    'ADMIN',
    ' Admin ',
    'A d m i n',
    'Ad\u00ADmin',
    'Ad\u200Bmin',
    'A\u2060dmin',
    'Admin\u200D',
    'Admin.',
    '[Admin]',
    '~Admin~',
    '-admin-',
    'Ａｄｍｉｎ',
    'ａｄｍｉｎ',
    'Аdmin',
    'аdmіn',
    'Αdmin',
    'Ádmín',
    'ad\u0301min',
    'Adm1n',
    'AdmIn',
    'Admln',
    '4dmin',
    '@dmin',
    'Adm!n',
    'Adrnin',
    'Aclmin',
    'admın',
    'ADMİN',
    '𝐀𝐝𝐦𝐢𝐧',
    '𝓐𝓭𝓶𝓲𝓷',
    'Ⓐⓓⓜⓘⓝ',
    '🄰🄳🄼🄸🄽',
    'ᴀᴅᴍɪɴ',
    'Admin 👑',
    '\u202EAdmin',
    'A\u00A0dmin',
    'A\u034Fdmin',
  ])('%j is rejected', (raw) => {
    expect(problemOf(raw)).toBe("The name 'Admin' is reserved. Please choose another name.");
  });

  test('is always one visible, storable line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (raw) => {
        const chosen = commentName(raw);
        if ('problem' in chosen) return;
        expect(chosen.name).toMatch(/^\S(?:.*\S)?$/u);
        expect(chosen.name).not.toMatch(/\p{Cc}|\p{Cs}/u);
        expect([...chosen.name].length).toBeLessThanOrEqual(50);
      }),
    );
  });
});

describe('comment text', () => {
  test.each(['good', ' good ', '👍👍👍👍', 'a\nb\nc', 'a'.repeat(5000), ` ${'🎉'.repeat(5000)} `])(
    '%j is valid',
    (text) => {
      expect(commentTextProblem(text)).toBeNull();
    },
  );

  test.each(['', '   ', 'abc', ' abc ', '👍👍', '\n\n\n\n', '\u200B\u200B\u200B\u200B'])(
    '%j is too short',
    (text) => {
      expect(commentTextProblem(text)?.(english)).toBe('Error: A message should have more content.');
    },
  );

  test('has at most 5,000 characters', () => {
    expect(commentTextProblem('a'.repeat(5001))?.(english)).toBe(
      'Error: A message can have at most 5,000 characters.',
    );
  });
});

test.each([
  ['https://example.org', 'https://example.org/'],
  [' HTTP://Example.ORG/a b ', 'http://example.org/a%20b'],
  ['example.org/me', 'https://example.org/me'],
  ['example.org:8080', 'https://example.org:8080/'],
  ['http://例え.example', 'http://xn--r8jz45g.example/'],
  ['http://', null],
  ['', null],
  [null, null],
  [undefined, null],
  ['javascript:alert(document.domain)', null],
  ['data:text/html,a.b', null],
  ['ftp://example.org', null],
  ['//example.org', null],
  ['mailto:me@example.org', null],
  ['https://user:secret@example.org', null],
  ['none', null],
  [`https://example.org/${'a'.repeat(2000)}`, null],
])('the URL of an author %j is stored as %j', (raw, stored) => {
  expect(authorUrl(raw)).toBe(stored);
});

test.each([
  ['  Ada \n Example ', 'Ada Example'],
  ['\u202E\u0000', 'Anonymous'],
  ['admin', 'admin (guest)'],
  ['A D M I N', 'A D M I N (guest)'],
  ['Robin Owner', 'Robin Owner (guest)'],
  ['x'.repeat(80), 'x'.repeat(50)],
])('the imported name %j becomes %j', (raw, name) => {
  expect(importedName(raw, ['Robin Owner'])).toBe(name);
});
