import { expect, test } from 'vitest';
import { handleOf, originName } from './origins.ts';

test.each([
  ['https://social.example/@ada', '@ada@social.example'],
  ['https://social.example/users/ada', '@ada@social.example'],
  ['https://social.example:8443/@ada/', '@ada@social.example:8443'],
  ['https://social.example/ada', null],
  ['https://social.example/@%E0%A4%A', null],
  ['https://social.example/@a/b', null],
  ['nothing', null],
  [null, null],
])('the handle of %s is %s', (profile, handle) => {
  expect(handleOf(profile)).toBe(handle);
});

const from = (source: string, origin_url: string | null, author_url: string | null = null) =>
  originName({ source, origin_url, author_url }, 'fediverse');

test('names where a comment was written', () => {
  expect(from('webmention', 'https://www.example.org/reply')).toBe('example.org');
  expect(from('fediverse', 'https://social.example/1', 'https://social.example/@ada')).toBe(
    'fediverse: @ada@social.example',
  );
  expect(from('fediverse', 'https://social.example/1')).toBe('fediverse: social.example');
  expect(from('mastodon', null)).toBe('Mastodon');
  expect(from('bluesky', 'https://bsky.app/x')).toBe('Bluesky');
  expect(from('local', null)).toBeNull();
  expect(from('import', 'https://example.org/')).toBeNull();
});
