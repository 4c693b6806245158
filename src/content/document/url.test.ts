import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../../tests/support/cpu.ts';
import { findUrls, imageUrl, imageUrlInHtml, linkUrl, linkUrlInHtml } from './url.ts';

describe('URLs of links and images', () => {
  test.each([
    ['https://example.org', 'https://example.org'],
    ['  http://example.org/a?b=c#d  ', 'http://example.org/a?b=c#d'],
    ['HTTPS://Example.ORG/Path', 'HTTPS://Example.ORG/Path'],
    ['example.com', 'https://example.com'],
    ['Example.COM', 'https://Example.COM'],
    ['www.example.org/a/b.html?x=1&y=2#z', 'https://www.example.org/a/b.html?x=1&y=2#z'],
    ['example.com:8080/path', 'https://example.com:8080/path'],
    ['example.com?q', 'https://example.com?q'],
    ['münchen.example', 'https://münchen.example'],
    ['пример.рф/страница', 'https://пример.рф/страница'],
    ['例え.テスト', 'https://例え.テスト'],
    ['xn--mnchen-3ya.example', 'https://xn--mnchen-3ya.example'],
    ['localhost', 'https://localhost'],
    ['localhost:3000/x', 'https://localhost:3000/x'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://nas/share', 'http://nas/share'],
    ['192.168.0.1', 'https://192.168.0.1'],
    ['127.0.0.1:8080/x', 'https://127.0.0.1:8080/x'],
    ['[::1]:3000', 'https://[::1]:3000'],
    ['http://[2001:db8::1]/x', 'http://[2001:db8::1]/x'],
    ['https://example.org/a b', 'https://example.org/a%20b'],
    ['https://example.org/javascript:alert(1)', 'https://example.org/javascript:alert(1)'],
    ['/images/a.webp', '/images/a.webp'],
    ['/', '/'],
  ])('%j becomes %j', (typed, stored) => {
    expect(linkUrl(typed)).toBe(stored);
    expect(imageUrl(typed)).toBe(stored);
    expect(linkUrl(stored)).toBe(stored);
  });

  test.each([
    ['mailto:me@example.org?subject=Hi', 'mailto:me@example.org?subject=Hi'],
    ['MAILTO:me@example.org', 'MAILTO:me@example.org'],
    ['tel:+49 (30) 12-34', 'tel:+49(30)12-34'],
    ['tel:+49%2030', 'tel:+4930'],
    ['mailto:me@example.org?subject=Hello you', 'mailto:me@example.org?subject=Hello%20you'],
    ['#the end', '#the%20end'],
    ['tel:112;ext=5', 'tel:112;ext=5'],
    ['#part-2', '#part-2'],
  ])('%j is for links only', (typed, stored) => {
    expect(linkUrl(typed)).toBe(stored);
    expect(linkUrl(stored)).toBe(stored);
    expect(imageUrl(typed)).toBeNull();
  });

  test.each([
    '',
    ' ',
    'word',
    'two words',
    'hello.com world',
    '#',
    'mailto:',
    'mailto://:',
    'tel:',
    'tel:abc',
    'me@example.org',
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript\u200B:alert(1)',
    'javascript:1',
    'javascript://example.org/%0aalert(1)',
    'data:text/html,x',
    'data:image/png;base64,AAAA',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://example.org',
    'blob:https://example.org/x',
    '//example.org',
    '///example.org',
    '/\\example.org',
    '\\\\example.org',
    '/\t/example.org',
    'https:\\\\example.org',
    'https://',
    'https:///example.org',
    'https:example.org',
    'http://exa mple.org',
    'https://exam"ple.org',
    'https://user@',
    'https://example.org\\@example.com',
    'http://[::1',
    '[::g]',
    '1.2',
    '3.14',
    '999.1.1.1',
    '1.2.3.4.5',
    '-a.com',
    'a-.com',
    'a..com',
    '.com',
    'example.',
    'example.c',
    'example.com:99999',
    'example.com:x',
    `https://example.org/${'a'.repeat(5000)}`,
    `/${'a '.repeat(1500)}b`,
    'https://example.org/\u0000',
    'https://example.org/\uD800',
  ])('%j is rejected', (typed) => {
    expect(linkUrl(typed)).toBeNull();
    expect(imageUrl(typed)).toBeNull();
  });

  test('HTML of other programs may omit the scheme', () => {
    expect(imageUrlInHtml('//example.org/a.png')).toBe('https://example.org/a.png');
    expect(linkUrlInHtml(' //example.org/a ')).toBe('https://example.org/a');
    expect(linkUrlInHtml('///example.org')).toBeNull();
    expect(linkUrlInHtml('//\\example.org')).toBeNull();
  });

  test('accepted URLs use http, https, mailto, tel or a path of this site', () => {
    const piece = fc.constantFrom(
      'javascript',
      'data',
      ':',
      '//',
      '/',
      '\\',
      '\t',
      '\n',
      '\0',
      ' ',
      '#',
      '@',
      '.com',
      'http',
      'https',
      'mailto',
      'tel',
      '1',
      'a',
    );
    const input = fc.oneof(
      fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
      fc.webUrl(),
      fc.string(),
    );
    fc.assert(
      fc.property(input, (typed) => {
        const stored = linkUrl(typed);
        if (stored === null) return;
        const url = new URL(stored, 'https://blog.example.org/post/x');
        expect(['http:', 'https:', 'mailto:', 'tel:']).toContain(url.protocol);
        if (/^[/#]/.test(stored)) expect(url.host).toBe('blog.example.org');
        expect(linkUrl(stored)).toBe(stored);
      }),
      { numRuns: 2000 },
    );
  });

  test('every http URL is accepted unchanged', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (url) => {
        expect(linkUrl(url)).toBe(url);
      }),
    );
  });
});

describe('URLs in pasted text', () => {
  const found = (text: string) => findUrls(text).map(({ start, end }) => text.slice(start, end));

  test.each([
    ['See https://example.org/a?b=c#d for more', ['https://example.org/a?b=c#d']],
    ['https://example.org.', ['https://example.org']],
    ['(https://example.org/a)', ['https://example.org/a']],
    ['https://example.org/wiki/A_(b)', ['https://example.org/wiki/A_(b)']],
    ['(see https://example.org/wiki/A_(b))', ['https://example.org/wiki/A_(b)']],
    ['[x](https://example.org/a).', ['https://example.org/a']],
    ['**https://example.org**!', ['https://example.org']],
    ['"https://example.org/a", he said', ['https://example.org/a']],
    ['<https://example.org>', ['https://example.org']],
    ['“https://example.org”', ['https://example.org']],
    [
      'https://example.org/a,b;c https://example.com/d',
      ['https://example.org/a,b;c', 'https://example.com/d'],
    ],
    ['HTTP://EXAMPLE.ORG/X', ['HTTP://EXAMPLE.ORG/X']],
    ['http://localhost:3000/x and http://127.0.0.1/', ['http://localhost:3000/x', 'http://127.0.0.1/']],
    ['http://[::1]:3000/x', ['http://[::1]:3000/x']],
    ['visit example.com, please', ['example.com']],
    ['example.com/a/b.html?c=d', ['example.com/a/b.html?c=d']],
    ['www.example.museum and sub.example.co.uk', ['www.example.museum', 'sub.example.co.uk']],
    ['münchen.de', ['münchen.de']],
    ['请看https://example.org/a。谢谢', ['https://example.org/a']],
    ['请看example.com谢谢', ['example.com']],
    ['notes.md/page', ['notes.md/page']],
    ['line\nexample.org\nline', ['example.org']],
  ])('%j contains %j', (text, urls) => {
    expect(found(text)).toEqual(urls);
  });

  test.each([
    '',
    'plain words only',
    'version 1.2.3',
    'v2.0.1-beta',
    '3.14',
    '192.168.0.1',
    'index.html',
    'notes.md',
    'main.rs',
    'package.json',
    'script.py',
    'run.sh',
    'archive.tar.gz',
    'Node.js',
    'src/app.com/x',
    'me@example.com',
    'first.last@example.co.uk',
    'mailto:me@example.org',
    'name.info@example.org',
    'e.g. this',
    'i.e. that',
    'the end.It was',
    'Hello.World',
    'foo.bar',
    'a..com',
    'ftp://example.com',
    'file:///tmp/example.com',
    'javascript://example.com',
    'javascript:alert(1)',
    'os.name()',
    'https://',
    'http://.',
    '...com',
    '@example.com',
    'C:\\example.com',
    '5.in the list',
    '#example.com',
    'a_b.com_c',
  ])('%j contains none', (text) => {
    expect(found(text)).toEqual([]);
  });

  test('a host name without a scheme is linked over https', () => {
    expect(findUrls('at example.com!')).toEqual([{ start: 3, end: 14, href: 'https://example.com' }]);
  });

  test('matches are in order, inside the text, and valid URLs', () => {
    const piece = fc.constantFrom(
      'https://',
      'example.com',
      '/a',
      '(',
      ')',
      '[',
      ']',
      '.',
      ',',
      ' ',
      'x',
      '@',
      '://',
      '中',
      '?q',
      '#',
      'www.',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 15 }), (pieces) => {
        const text = pieces.join('');
        let last = 0;
        for (const { start, end, href } of findUrls(text)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(linkUrl(text.slice(start, end))).toBe(href);
          last = end;
        }
      }),
      { numRuns: 2000 },
    );
  });

  test.each(['a.', 'a', '(', ')', 'https://', 'http://a)', 'www.', '.', '-', ':1', 'example.com '])(
    'a long run of %j takes bounded time',
    (piece) => {
      const text = piece.repeat(50_000);
      const begin = cpuMs();
      findUrls(text);
      expect(cpuMs() - begin).toBeLessThan(2000);
    },
  );
});
