import { expect, test } from 'vitest';
import { hasPostQuery, redirectKey, redirectKeys, siteFeed } from './redirect-paths.ts';

test.each([
  ['/2010/04/03/tea/', '/2010/04/03/tea'],
  ['https://old.example.org/2010/04/03/tea/', '/2010/04/03/tea'],
  ['//old.example.org/tea', '/tea'],
  ['/2010/04/tea.html', '/2010/04/tea.html'],
  ['/?p=73', '/?p=73'],
  ['https://old.example.org/?p=73', '/?p=73'],
  ['https://old.example.org?p=73', '/?p=73'],
  ['?p=73', '/?p=73'],
  ['/index.php?p=73', '/?p=73'],
  ['/index.php', '/index.php'],
  ['/2010/tea/index.html', '/2010/tea'],
  ['/%e5%9b%be', '/%E5%9B%BE'],
  ['/图', '/%E5%9B%BE'],
  ['/tea/?utm_source=x&fbclid=y', '/tea'],
  ['/?utm_source=x&p=73#more', '/?p=73'],
  ['/x?b=2&a=1', '/x?a=1&b=2'],
  ['tea', '/tea'],
])('%s is stored as %s', (address, key) => expect(redirectKey(address)).toBe(key));

test('addresses that cannot be decoded or are too long have no key', () => {
  expect(redirectKey('/caf%E9')).toBeNull();
  expect(redirectKey(`/${'x'.repeat(2000)}`)).toBeNull();
});

test.each([
  ['/2010/04/03/tea', '', ['/2010/04/03/tea']],
  ['/tea', '?replytocom=5', ['/tea?replytocom=5', '/tea']],
  ['/', '?p=73&preview=true', ['/?p=73&preview=true', '/?p=73']],
  ['/', '?fbclid=1&p=73', ['/?p=73']],
  ['/tag/tea/feed', '', ['/tag/tea/feed', '/tag/tea']],
  ['/filter/tea/feed.json', '', ['/filter/tea/feed.json', '/filter/tea']],
  ['/', '?cat=3&feed=rss2', ['/?cat=3&feed=rss2', '/?cat=3']],
  ['/', '?show=10', ['/?show=10']],
  ['/', '', []],
])('a request for %s%s looks for %j', (path, search, keys) =>
  expect(redirectKeys(path, search).map(({ key }) => key)).toEqual(keys),
);

test.each([
  ['/feed', '', '/feed.xml'],
  ['/feed/atom', '', '/atom.xml'],
  ['/', '?feed=rss2', '/feed.xml'],
  ['/', '?feed=comments-rss2', null],
  ['/tag/tea/feed', '', null],
  ['/feeds', '', null],
])('the feed at %s%s is %s', (path, search, feed) => expect(siteFeed(path, search)).toBe(feed));

test('queries of the own lists address nothing', () => {
  expect(hasPostQuery('?show=15&view=compact')).toBe(false);
  expect(hasPostQuery('?utm_source=x')).toBe(false);
  expect(hasPostQuery('?x=1&p=3')).toBe(true);
});
