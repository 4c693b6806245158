import type { Shortcode } from './shortcodes.ts';

type PageOf = (id: string, user?: string) => string | null;

const matching =
  (id: RegExp, before: string): PageOf =>
  (given) => {
    const found = id.exec(given)?.[0];
    return found === undefined ? null : before + found;
  };
const plain = (before: string): PageOf => matching(/^[\w.-]{1,100}$/, before);

const youtube = matching(/^[\w-]{6,20}$/, 'https://www.youtube.com/watch?v=');
const vimeo = matching(/^\d{1,15}$/, 'https://vimeo.com/');
const videopress = plain('https://videopress.com/v/');
const archive = plain('https://archive.org/details/');
const status: PageOf = (id, user = 'i') =>
  /^\d{1,20}$/.test(id) && /^\w{1,20}$/.test(user) ? `https://x.com/${user}/status/${id}` : null;
const gist: PageOf = (id, user) =>
  matching(/^(?:[\w-]{1,100}\/)?[\da-f]{1,40}$/i, 'https://gist.github.com/')(user ? `${user}/${id}` : id);

/** The pages that shortcodes show something of, by the name of the shortcode. */
const pages: Record<string, PageOf> = {
  youtube,
  youtubelite: youtube,
  yt: youtube,
  su_youtube: youtube,
  youtube_sc: youtube,
  tube: youtube,
  vimeo,
  su_vimeo: vimeo,
  dailymotion: plain('https://www.dailymotion.com/video/'),
  tweet: status,
  twitter: status,
  twitter_simple: status,
  'twitter-tweet': status,
  embedtweet: status,
  x: status,
  gist,
  'gist-embed': gist,
  spotify: (id) => {
    const [, kind, name] = /^spotify:([a-z]{4,10}):(\w{5,40})$/.exec(id) ?? [];
    return kind && name ? `https://open.spotify.com/${kind}/${name}` : null;
  },
  wpvideo: videopress,
  videopress,
  wpvideopress: videopress,
  slideshare: matching(/^\d{1,15}/, 'https://www.slideshare.net/slideshow/embed_code/'),
  scribd: plain('https://www.scribd.com/document/'),
  ted: plain('https://www.ted.com/talks/'),
  archiveorg: archive,
  'archives-org': archive,
  instagram: (id) => (/^[\w-]{5,40}$/.test(id) ? `https://www.instagram.com/p/${id}/` : null),
  bilibili: plain('https://www.bilibili.com/video/'),
  asciinema: plain('https://asciinema.org/a/'),
  codepen: (id, user) => (user && /^\w{1,40}$/.test(id) ? `https://codepen.io/${user}/pen/${id}` : null),
};

/** The URL of the page that an embedding shortcode names by an id; null for others. */
export const embedPage = (name: string, id: string, user?: string): string | null =>
  Object.hasOwn(pages, name) ? (pages[name]?.(id, user) ?? null) : null;

/** These name what they show by its URL only. */
const byUrl = new Set(
  'fve soundcloud instagram facebook flickr bandcamp mixcloud tiktok reddit googlemaps googlevideo codepen jsfiddle vine blip blip.tv embed embedly embedyt video_embed'.split(
    ' ',
  ),
);

export const isEmbedShortcode = (name: string): boolean => byUrl.has(name) || Object.hasOwn(pages, name);

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
