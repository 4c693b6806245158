import { embedPage, hasEmbedPage } from './embed-pages.ts';
import type { Shortcode } from './shortcodes.ts';

/** These name what they show by its URL only. */
const byUrl = new Set(
  'fve soundcloud instagram facebook flickr bandcamp mixcloud tiktok reddit googlemaps googlevideo codepen jsfiddle vine blip blip.tv embed embedly embedyt video_embed'.split(
    ' ',
  ),
);

export function isEmbedShortcode(name: string): boolean {
  return byUrl.has(name) || hasEmbedPage(name);
}

/** The URL of the page that an embedding shortcode shows; null when it names none. */
export function embeddedUrl(shortcode: Shortcode): string | null {
  const { attributes, values, content } = shortcode;
  const enclosed = (content ?? '').replace(/<[^<>]*>/g, '').trim();
  const named = ['url', 'src', 'href', 'link', 'id', 'v', 'video', 'tweet', 'poll'].flatMap(
    (name) => attributes.get(name) ?? [],
  );
  for (const candidate of [enclosed, ...named, ...values]) {
    const text = candidate.trim().replaceAll('&amp;', '&').replaceAll('&#038;', '&');
    const url = asUrl(text) ?? embedPage(shortcode.name, text);
    if (url !== null) return url;
  }
  return null;
}

function asUrl(text: string): string | null {
  const url = text.startsWith('//') ? `https:${text}` : text;
  // Options follow the URL of `[youtube=https://…&w=640&h=390]`.
  return /^https?:\/\/\S{3,2000}$/i.test(url) ? url.replace(/&(?:w|h|rel|hd|fs)=\w{0,20}/g, '') : null;
}
