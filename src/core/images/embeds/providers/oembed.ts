import { z } from 'zod';
import { parse } from '../../../../content/document/parse.ts';
import { attribute, elements, textContent } from '../../../../content/document/tree.ts';
import { type Embed, type Get, httpsUrl, line, lines, noEmbed, webUrl } from './embed.ts';

const text = z.string().max(100_000).optional().catch(undefined);
/** Some servers send numbers as text, or "100%". */
const size = z.coerce.number().int().positive().max(10_000).nullable().catch(null).default(null);

const answer = z.object({
  title: text,
  author_name: text,
  provider_name: text,
  thumbnail_url: text,
  html: text,
  width: size,
  height: size,
});

const maxBytes = 256 * 1024;

/** Asks an oEmbed endpoint. What it does not say, or says wrongly, is missing in the result. */
export async function fetchOembed(get: Get, endpoint: URL): Promise<Embed> {
  const { bytes, url } = await get(endpoint, { accept: 'application/json', maxBytes });
  const said = answer.parse(JSON.parse(bytes.toString('utf8')));
  const { frame, quote } = markup(said.html ?? '', url);
  return {
    ...noEmbed,
    provider: line(said.provider_name, 100),
    title: line(said.title),
    author: line(said.author_name, 100),
    text: lines(quote),
    player: frame,
    width: said.width,
    height: said.height,
    image: webUrl(said.thumbnail_url, url),
  };
}

/** Of the HTML that a server offers, only the URL of its frame and the words of its quotation are used. */
function markup(html: string, base: URL): { frame: string | null; quote: string } {
  let frame: string | null = null;
  let quote = '';
  for (const element of elements(parse(html))) {
    if (element.tagName === 'iframe') frame ??= httpsUrl(attribute(element, 'src'), base);
    if (element.tagName !== 'blockquote') continue;
    // Mastodon's script makes a frame of its quotation; without JavaScript it only says where the post is.
    const embedded = httpsUrl(attribute(element, 'data-embed-url'), base);
    if (embedded) frame ??= embedded;
    else
      quote ||= [...elements(element)]
        .filter((e) => e.tagName === 'p')
        .map(textContent)
        .join('\n\n');
  }
  return { frame, quote };
}
