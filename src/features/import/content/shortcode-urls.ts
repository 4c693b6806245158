import type { Shortcode } from './shortcodes.ts';

type UrlOf = (id: string, shortcode: Shortcode) => string | null;

/** Shortcodes that show something of another site, by the URL of its page. `id` is what they name it by, if it is no URL. */
const providers: Record<string, UrlOf> = {
  youtube: youtube,
  yt: youtube,
  su_youtube: youtube,
  youtube_sc: youtube,
  tube: youtube,
  vimeo: (id) => (/^\d{1,15}$/.test(id) ? `https://vimeo.com/${id}` : null),
  su_vimeo: (id) => (/^\d{1,15}$/.test(id) ? `https://vimeo.com/${id}` : null),
  dailymotion: (id) => named(id, 'https://www.dailymotion.com/video/'),
  tweet: status,
  twitter: status,
  'twitter-tweet': status,
  embedtweet: status,
  x: status,
  gist: (id) => (/^(?:[\w-]{1,100}\/)?[\da-f]{1,40}$/i.test(id) ? `https://gist.github.com/${id}` : null),
  'gist-embed': (id) => named(id, 'https://gist.github.com/'),
  spotify: (id) => {
    const [, kind, name] = /^spotify:([a-z]{4,10}):(\w{5,40})$/.exec(id) ?? [];
    return kind && name ? `https://open.spotify.com/${kind}/${name}` : null;
  },
  wpvideo: (id) => named(id, 'https://videopress.com/v/'),
  videopress: (id) => named(id, 'https://videopress.com/v/'),
  slideshare: (_id, { attributes }) =>
    named(
      /^\d{1,15}/.exec(attributes.get('id') ?? '')?.[0] ?? '',
      'https://www.slideshare.net/slideshow/embed_code/',
    ),
  scribd: (_id, { attributes }) => named(attributes.get('id') ?? '', 'https://www.scribd.com/document/'),
  ted: (id) => named(id, 'https://www.ted.com/talks/'),
  archiveorg: (id) => named(id, 'https://archive.org/details/'),
  'archives-org': (id) => named(id, 'https://archive.org/details/'),
  wpvideopress: (id) => named(id, 'https://videopress.com/v/'),
};

/** These name what they show by its URL only. */
const byUrl = new Set(
  'fve soundcloud instagram facebook flickr bandcamp mixcloud tiktok reddit googlemaps googlevideo codepen jsfiddle vine blip blip.tv embed embedly embedyt video_embed'.split(
    ' ',
  ),
);

/** Page and player of the same video. */
function youtube(id: string): string | null {
  return /^[\w-]{6,20}$/.test(id) ? `https://www.youtube.com/watch?v=${id}` : null;
}

function status(id: string): string | null {
  return /^\d{1,20}$/.test(id) ? `https://twitter.com/i/status/${id}` : null;
}

function named(id: string, before: string): string | null {
  return /^[\w.-]{1,100}$/.test(id) ? before + id : null;
}

export function isEmbedShortcode(name: string): boolean {
  return byUrl.has(name) || Object.hasOwn(providers, name);
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
    const url = asUrl(text) ?? providers[shortcode.name]?.(text, shortcode) ?? null;
    if (url !== null) return url;
  }
  return null;
}

function asUrl(text: string): string | null {
  const url = text.startsWith('//') ? `https:${text}` : text;
  // Options follow the URL of `[youtube=https://…&w=640&h=390]`.
  return /^https?:\/\/\S{3,2000}$/i.test(url) ? url.replace(/&(?:w|h|rel|hd|fs)=\w{0,20}/g, '') : null;
}
