import { z } from 'zod';
import { type Embed, type Get, line, lines, noEmbed } from './embed.ts';
import { fetchOembed } from './oembed.ts';

/** Pages whose URL says how they are embedded, so that the page itself need not be fetched. */
type Provider = { match(url: URL): RegExpExecArray | null; resolve: Resolve };
type Resolve = (get: Get, url: URL, match: RegExpExecArray) => Promise<Embed>;

/** Matches host and path together: `example.org/path`. */
const matching = (pattern: RegExp) => (url: URL) =>
  pattern.exec(url.hostname.replace(/^(?:www|m|music)\./, '') + url.pathname);

const withUrl = (endpoint: string, url: URL): URL => {
  const asked = new URL(endpoint);
  asked.searchParams.set('url', url.href);
  asked.searchParams.set('format', 'json');
  return asked;
};

/** A time like `90`, `90s` or `1m30s`, in seconds. */
function seconds(text: string | null): number {
  const [, h = 0, m = 0, s = 0] = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/.exec(text ?? '') ?? [];
  return Number(h) * 3600 + Number(m) * 60 + Number(s);
}

const youtube: Resolve = async (get, url, [, id = '']) => {
  const asked = new URL('https://www.youtube.com/watch');
  const list = url.searchParams.get('list') ?? '';
  const video = id || (url.searchParams.get('v') ?? '');
  const isList = !/^[\w-]{6,20}$/.test(video);
  if (isList && !/^[\w-]{6,60}$/.test(list)) throw new Error('The URL names no video.');
  asked.search = new URLSearchParams(isList ? { list } : { v: video }).toString();
  if (isList) asked.pathname = '/playlist';
  const player = new URL(`https://www.youtube-nocookie.com/embed/${isList ? 'videoseries' : video}`);
  if (isList) player.searchParams.set('list', list);
  const start = seconds(url.searchParams.get('t') ?? url.searchParams.get('start'));
  if (start > 0) player.searchParams.set('start', String(start));
  player.searchParams.set('autoplay', '1');
  const said = await fetchOembed(get, withUrl('https://www.youtube.com/oembed', asked));
  return { ...said, provider: 'YouTube', text: '', player: player.href };
};

const vimeo: Resolve = async (get, url, [, id = '', hash]) => {
  const key = hash ?? url.searchParams.get('h');
  const player = new URL(`https://player.vimeo.com/video/${id}?dnt=1&autoplay=1`);
  if (key && /^[\da-f]{4,40}$/.test(key)) player.searchParams.set('h', key);
  const page = new URL(`https://vimeo.com/${id}${key ? `/${key}` : ''}`);
  const said = await fetchOembed(get, withUrl('https://vimeo.com/api/oembed.json', page));
  return { ...said, provider: 'Vimeo', text: '', player: player.href };
};

/** The answer names the post by its permanent identifier, which the player needs. */
const bluesky: Resolve = async (get, url) => {
  const { bytes } = await get(withUrl('https://embed.bsky.app/oembed', url), {
    accept: 'application/json',
    maxBytes: 256 * 1024,
  });
  const { html } = z.object({ html: z.string() }).parse(JSON.parse(bytes.toString('utf8')));
  const uri = /data-bluesky-uri="at:\/\/(did:[\w:.%-]{3,200}\/app\.bsky\.feed\.post\/[\w.~-]{1,100})"/.exec(
    html,
  )?.[1];
  const said = await fetchOembed(
    async (asked) => ({ url: asked, type: '', bytes }),
    new URL('https://embed.bsky.app/oembed'),
  );
  const player = uri ? `https://embed.bsky.app/embed/${uri}` : null;
  return { ...said, provider: 'Bluesky', title: '', player, width: said.width ?? 600, height: null };
};

const gistAnswer = z.object({
  description: z.string().nullish(),
  owner: z.object({ login: z.string() }).nullish(),
  files: z.record(z.string(), z.object({ filename: z.string(), content: z.string().optional() })),
});

/** The first file of a snippet is shown as code. */
const gist: Resolve = async (get, _url, [, id = '']) => {
  const { bytes } = await get(new URL(`https://api.github.com/gists/${id}`), {
    accept: 'application/vnd.github+json',
    maxBytes: 1024 * 1024,
  });
  const { description, owner, files } = gistAnswer.parse(JSON.parse(bytes.toString('utf8')));
  const [file] = Object.values(files);
  return {
    ...noEmbed,
    provider: 'GitHub Gist',
    title: line(description) || line(file?.filename),
    author: line(owner?.login, 100),
    text: lines(file?.content),
    codeFile: line(file?.filename, 100),
  };
};

export const providers: readonly Provider[] = [
  {
    match: matching(
      /^(?:youtu\.be\/|(?:youtube|youtube-nocookie)\.com\/(?:watch\/?$|playlist\/?$|shorts\/|live\/|embed\/|v\/))([\w-]{0,20})\/?$/,
    ),
    resolve: youtube,
  },
  {
    match: matching(
      /^(?:player\.vimeo\.com\/video|vimeo\.com(?:\/(?:channels|groups)\/[\w-]{1,100}(?:\/videos)?)?)\/(\d{1,15})(?:\/([\da-f]{4,40}))?\/?$/,
    ),
    resolve: vimeo,
  },
  { match: matching(/^bsky\.app\/profile\/[\w:.-]{1,300}\/post\/[\w.~-]{1,100}\/?$/), resolve: bluesky },
  { match: matching(/^gist\.github\.com\/(?:[\w-]{1,100}\/)?([\da-f]{5,40})\/?$/), resolve: gist },
];
