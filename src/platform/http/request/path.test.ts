import { expect, test } from 'vitest';
import { canonicalPath } from './canonical-path.ts';
import { readTarget } from './path.ts';

test.each([
  ['/', '/'],
  ['/post/a-walk', '/post/a-walk'],
  ['/.well-known/security.txt', '/.well-known/security.txt'],
  ['//', '/'],
  ['/post//a/', '/post/a'],
  ['/%70ost/a', '/post/a'],
  ['/post/./a/../b', '/post/b'],
  ['/../../post', '/post'],
  ['/x/%2e%2E/post', '/post'],
  ['/post\\a', '/post/a'],
  ['/\\evil.example', '/evil.example'],
  ['/tag/%e6%b5%b7', '/tag/%E6%B5%B7'],
  ['/tag/a:b@c+d', '/tag/a%3Ab%40c%2Bd'],
  ["/tag/it's(!)*", "/tag/it's(!)*"],
  ['/tag/a%2Fb', '/tag/a%2Fb'],
  ['/tag/a%5cb', '/tag/a%5Cb'],
  ['/tag/100%25', '/tag/100%25'],
  ['/%2570review/x', '/%2570review/x'],
  ['/post/a#b', '/post/a%23b'],
])('%s becomes %s', (sent, path) => expect(canonicalPath(sent)).toBe(path));

test.each([
  '/%',
  '/%zz',
  '/a%00',
  '/a%0a',
  '/%7f',
  '/%ff',
  '/%c0%af',
  '/%e0%80%af',
  '/%ed%a0%80',
  '*',
  'x',
  '',
])('%s is malformed', (sent) => expect(canonicalPath(sent)).toBeNull());

test('a canonical path is left unchanged', () => {
  for (const sent of ['/a%2f%5c%23%3f', '/%25%32%46', '/./%2e./..%2f', '/tag/%C3%A9/%20/', '/%2e%2e%2f/x'])
    expect(canonicalPath(canonicalPath(sent) ?? '')).toBe(canonicalPath(sent));
});

test('keeps the query and ignores the host', () => {
  expect(readTarget('//a/?b=//c')).toEqual({ path: '/a', search: '?b=//c', spelling: 'other' });
  expect(readTarget('http://evil.example/a?b')).toEqual({ path: '/a', search: '?b', spelling: 'canonical' });
  expect(readTarget('http://evil.example')).toEqual({ path: '/', search: '', spelling: 'canonical' });
  expect(readTarget('http://evil.example\\a').path).toBe('/a');
  expect(readTarget('/a%?b').spelling).toBe('malformed');
});
