import { type Embed, type Get, line, lines, noEmbed, webUrl } from './embed.ts';
import { fetchOembed } from './oembed.ts';
import { pageMetadata } from './page-metadata.ts';
import { providers } from './providers.ts';

const pageBytes = 2 * 1024 * 1024;

/** Finds out what a URL shows: from the services that we know, otherwise from what its page says about itself. */
export async function resolveEmbed(get: Get, url: URL, ownOrigin: string): Promise<Embed> {
  for (const { match, resolve } of providers) {
    const matched = match(url);
    if (matched) return resolve(get, url, matched);
  }
  const embed = await fromPage(get, url);
  // A frame of our own site would run with the rights of our pages.
  const isOwn = embed.player !== null && new URL(embed.player).origin === ownOrigin;
  return isOwn ? { ...embed, player: null } : embed;
}

async function fromPage(get: Get, asked: URL): Promise<Embed> {
  const { url, type, bytes } = await get(asked, {
    accept: 'text/html, application/xhtml+xml',
    maxBytes: pageBytes,
  });
  if (!/^(?:text\/html|application\/xhtml\+xml)\b/i.test(type)) throw new Error('The URL is not a web page.');
  const page = pageMetadata(bytes.toString('utf8'));
  const endpoint = URL.parse(page.oembed ?? '', url);
  const said = endpoint ? await fetchOembed(get, endpoint).catch(() => noEmbed) : noEmbed;
  return {
    ...said,
    provider: said.provider || line(page.siteName, 100) || url.hostname.replace(/^www\./, ''),
    title: said.title || line(page.title),
    author: said.author || line(page.author, 100),
    text: said.text || lines(page.description),
    image: said.image ?? webUrl(page.image, url),
  };
}
