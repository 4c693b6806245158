import { describe, expect, test } from 'vitest';
import type { Get } from './embed.ts';
import { resolveEmbed } from './resolve.ts';

/** Servers that answer these URLs, and a record of what was asked. */
function servers(answers: Record<string, unknown>) {
  const asked: string[] = [];
  const get: Get = async (url) => {
    asked.push(url.href);
    const answer = answers[url.href];
    if (answer === undefined) throw new Error(`Unexpected request: ${url}`);
    const isPage = typeof answer === 'string';
    return {
      url,
      type: isPage ? 'text/html; charset=utf-8' : 'application/json',
      bytes: Buffer.from(isPage ? answer : JSON.stringify(answer)),
    };
  };
  return { get, asked };
}

const resolve = (get: Get, url: string) => resolveEmbed(get, new URL(url), 'https://blog.example.org');

const video = {
  title: 'Tea in the rain',
  author_name: 'A tea shop',
  provider_name: 'YouTube',
  width: 200,
  height: 113,
};
const youtubeAsked = (query: string) =>
  `https://www.youtube.com/oembed?url=${encodeURIComponent(`https://www.youtube.com/${query}`)}&format=json`;

describe('videos', () => {
  test.each([
    ['https://www.youtube.com/watch?v=abcdefghijk', 'abcdefghijk?autoplay=1'],
    ['https://m.youtube.com/watch?feature=x&v=abcdefghijk&t=1m30s', 'abcdefghijk?start=90&autoplay=1'],
    ['https://youtu.be/abcdefghijk?t=42', 'abcdefghijk?start=42&autoplay=1'],
    ['https://www.youtube.com/shorts/abcdefghijk', 'abcdefghijk?autoplay=1'],
    ['https://www.youtube.com/live/abcdefghijk?si=x', 'abcdefghijk?autoplay=1'],
    ['https://www.youtube-nocookie.com/embed/abcdefghijk', 'abcdefghijk?autoplay=1'],
  ])('%s is played by YouTube without cookies', async (url, player) => {
    const { get, asked } = servers({
      [youtubeAsked('watch?v=abcdefghijk')]: { ...video, thumbnail_url: 'https://i.ytimg.com/a.jpg' },
    });
    const embed = await resolve(get, url);
    expect(embed).toMatchObject({
      provider: 'YouTube',
      title: 'Tea in the rain',
      author: 'A tea shop',
      player: `https://www.youtube-nocookie.com/embed/${player}`,
      image: 'https://i.ytimg.com/a.jpg',
    });
    expect(asked).toHaveLength(1);
  });

  test('a playlist is played as a series', async () => {
    const { get } = servers({ [youtubeAsked('playlist?list=PL123456')]: video });
    const { player } = await resolve(get, 'https://www.youtube.com/playlist?list=PL123456');
    expect(player).toBe('https://www.youtube-nocookie.com/embed/videoseries?list=PL123456&autoplay=1');
  });

  test.each([
    ['https://vimeo.com/76979871', 'https://vimeo.com/76979871', '?dnt=1&autoplay=1'],
    [
      'https://vimeo.com/76979871/8272103f6e',
      'https://vimeo.com/76979871/8272103f6e',
      '?dnt=1&autoplay=1&h=8272103f6e',
    ],
    ['https://vimeo.com/channels/teas/76979871', 'https://vimeo.com/76979871', '?dnt=1&autoplay=1'],
    [
      'https://player.vimeo.com/video/76979871?h=8272103f6e',
      'https://vimeo.com/76979871/8272103f6e',
      '?dnt=1&autoplay=1&h=8272103f6e',
    ],
  ])('%s is played by Vimeo without tracking', async (url, page, query) => {
    const { get } = servers({
      [`https://vimeo.com/api/oembed.json?url=${encodeURIComponent(page)}&format=json`]: video,
    });
    const { player, provider } = await resolve(get, url);
    expect([provider, player]).toEqual(['Vimeo', `https://player.vimeo.com/video/76979871${query}`]);
  });
});

test('a post on Bluesky brings its words, and a player with its identifier', async () => {
  const url = 'https://bsky.app/profile/tea.example.org/post/3kabc';
  const { get } = servers({
    [`https://embed.bsky.app/oembed?url=${encodeURIComponent(url)}&format=json`]: {
      type: 'rich',
      author_name: 'Tea',
      width: 600,
      height: null,
      html: '<blockquote class="bluesky-embed" data-bluesky-uri="at://did:plc:abc/app.bsky.feed.post/3kabc"><p lang="en">Green <br>tea</p>&mdash; Tea (<a href="https://bsky.app">@tea</a>)</blockquote><script async src="https://embed.bsky.app/static/embed.js"></script>',
    },
  });
  expect(await resolve(get, url)).toMatchObject({
    provider: 'Bluesky',
    author: 'Tea',
    text: 'Green tea',
    player: 'https://embed.bsky.app/embed/did:plc:abc/app.bsky.feed.post/3kabc',
  });
});

test('a snippet on GitHub is shown as code', async () => {
  const { get } = servers({
    'https://api.github.com/gists/aa5a315d61ae9438b18d': {
      description: 'Brew',
      owner: { login: 'tea' },
      files: { 'brew.ts': { filename: 'brew.ts', content: 'const tea = 1;\n' } },
    },
  });
  expect(await resolve(get, 'https://gist.github.com/tea/aa5a315d61ae9438b18d')).toMatchObject({
    provider: 'GitHub Gist',
    title: 'Brew',
    codeFile: 'brew.ts',
    text: 'const tea = 1;',
    player: null,
  });
});

describe('any page', () => {
  const page = (head: string) => `<!doctype html><html><head>${head}</head><body><p>Text</p></body></html>`;

  test('a post on Mastodon brings its words and a player', async () => {
    const { get } = servers({
      'https://social.example.org/@tea/1': page(
        `<title>x</title><meta content="Tea (@tea@social.example.org)" property="og:title">
         <meta content="Good&#10;morning" property="og:description"><meta content="Social" property="og:site_name">
         <link href="https://social.example.org/api/oembed?url=1" rel="alternate" type="application/json+oembed">`,
      ),
      'https://social.example.org/api/oembed?url=1': {
        author_name: 'Tea',
        width: 400,
        height: null,
        html: '<blockquote class="mastodon-embed" data-embed-url="https://social.example.org/@tea/1/embed"><a href="x"><p>Post by @tea</p></a></blockquote>',
      },
    });
    expect(await resolve(get, 'https://social.example.org/@tea/1')).toMatchObject({
      provider: 'Social',
      title: 'Tea (@tea@social.example.org)',
      author: 'Tea',
      text: 'Good\nmorning',
      player: 'https://social.example.org/@tea/1/embed',
      width: 400,
    });
  });

  test('without a description of its own shows title, host and image', async () => {
    const { get } = servers({
      'https://www.example.org/a': page(
        '<title> Tea &amp; more </title><meta name="twitter:image" content="/a.png">',
      ),
    });
    expect(await resolve(get, 'https://www.example.org/a')).toMatchObject({
      provider: 'example.org',
      title: 'Tea & more',
      text: '',
      player: null,
      image: 'https://www.example.org/a.png',
    });
  });

  test.each([
    ['<iframe src="http://example.org/p"></iframe>', 'is not https'],
    ['<iframe src="javascript:alert(1)"></iframe>', 'is a script'],
    ['<iframe src="https://blog.example.org/admin"></iframe>', 'is our own site'],
    ['<script src="https://example.org/x.js"></script>', 'is a script file'],
  ])('brings no player from %s, which %s', async (html) => {
    const { get } = servers({
      'https://example.org/a': page('<link type="application/json+oembed" href="/o">'),
      'https://example.org/o': { title: 'x'.repeat(90_000), html, width: '100%', height: -1 },
    });
    const embed = await resolve(get, 'https://example.org/a');
    expect(embed).toMatchObject({ player: null, width: null, height: null });
    expect(embed.title).toHaveLength(300);
  });

  test.each(['[]', '{"title": 5', '', '{"html": {}}'])('survives the description %j', async (json) => {
    const { get } = servers({
      'https://example.org/a': page('<title>Tea</title><link type="application/json+oembed" href="/o">'),
      'https://example.org/o': json,
    });
    expect(await resolve(get, 'https://example.org/a')).toMatchObject({ title: 'Tea', player: null });
  });

  test('a file that is no page is refused', async () => {
    const { get } = servers({ 'https://example.org/a': { is: 'json' } });
    await expect(resolve(get, 'https://example.org/a')).rejects.toThrow('not a web page');
  });
});
