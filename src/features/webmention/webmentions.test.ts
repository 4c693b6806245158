import { expect, test } from 'vitest';
import { commentIn, identityOf, personOf, webmentionUrls } from './webmentions.ts';

const site = 'https://example.org';
const target = 'https://example.org/post/a-walk';
const source = 'https://alice.example.net/reply';
const problemOf = (fields: { source?: string; target?: string }) => {
  const found = webmentionUrls({ source, target, ...fields }, site);
  return 'problem' in found ? found.problem : null;
};

test.each([
  target,
  'http://example.org/post/a-walk',
  'https://www.example.org/post/a-walk/',
  'https://EXAMPLE.org:443/post/a-walk?utm_source=x#comment-3',
])('a target of this site: %s', (spelling) => {
  expect(problemOf({ target: spelling })).toBeNull();
});

test.each([
  { source: 'nonsense' },
  { target: 'nonsense' },
  { source: '' },
  { source: 'ftp://alice.example.net/' },
  { source: 'javascript:alert(1)' },
  { source: 'https://user@alice.example.net/' },
  { source: 'https://:secret@alice.example.net/' },
  { target: 'https://user:secret@example.org/post/a-walk' },
  { source: `https://alice.example.net/${'x'.repeat(2000)}` },
  { target: '/post/a-walk' },
  { target: 'https://example.net/post/a-walk' },
  { target: 'https://example.org:8443/post/a-walk' },
  { source: target },
  { source: `${target}#part` },
  { source: 'http://www.example.org/post/a-walk/' },
  { source: 'https://example.org/other' },
])('refused: %j', (fields) => {
  expect(problemOf(fields)).toMatch(/\w\.$/);
});

test('a comment is named by the fragment', () => {
  expect(commentIn(`${target}#comment-12`)).toBe(12);
  for (const other of [target, `${target}#comment-`, `${target}#comment-0`, `${target}#comment-12x`])
    expect(commentIn(other)).toBeNull();
});

test.each([
  ['https://alice.example/2026/reply', 'https://alice.example/', 'https://alice.example/'],
  ['https://host.example/~alice/reply', 'https://host.example/~alice', 'https://host.example/~alice'],
  ['https://host.example/~alice/reply', null, 'https://host.example/'],
  // What a page says of an author elsewhere is not what that author says.
  ['https://evil.example/reply', 'https://alice.example/', 'https://evil.example/#https://alice.example/'],
  [
    'https://host.example/~evil/x',
    'https://host.example/~alice/',
    'https://host.example/#https://host.example/~alice/',
  ],
  [
    'https://alice.example.evil.example/x',
    'https://alice.example',
    'https://alice.example.evil.example/#https://alice.example',
  ],
])('the person behind %s by %s is %s', (page, author, person) => {
  expect(personOf(page, author)).toBe(person);
});

test.each([
  ['the source', 'https://a.example/x', 'https://a.example/x', null, 'https://a.example/x'],
  [
    'the source, after a redirect on its host',
    'https://a.example/?p=1',
    'https://a.example/x',
    null,
    'https://a.example/?p=1',
  ],
  [
    'the page, after a redirect from elsewhere',
    'https://s.example/1',
    'https://a.example/x?y',
    null,
    'https://a.example/x?y',
  ],
  [
    'the page without its query',
    'https://a.example/x?n=1',
    'https://a.example/x?n=1',
    'https://a.example/x',
    'https://a.example/x',
  ],
  // A page cannot pass for another one.
  ['the source', 'https://a.example/x', 'https://a.example/x', 'https://a.example/y', 'https://a.example/x'],
  [
    'the source',
    'https://a.example/?u=1',
    'https://a.example/?u=1',
    'https://a.example/?u=2',
    'https://a.example/?u=1',
  ],
])('a mention is identified by %s', (_name, source, page, claimed, identity) => {
  expect(identityOf(source, page, claimed)).toBe(identity);
});
