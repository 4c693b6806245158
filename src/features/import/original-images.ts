import { decoded } from '../../content/document/url.ts';

/** Programs and image servers put the size of an image into its URL. Each rule turns such a URL into that of the original. */
const rules: readonly ((url: URL) => string | null)[] = [
  // Servers in front of the blog's own: https://i0.wp.com/blog.example.org/wp-content/x.jpg?resize=300
  ({ hostname, pathname }) => (/^i\d\.wp\.com$/.test(hostname) ? originalImage(`https:/${pathname}`) : null),
  ({ hostname, pathname }) => {
    if (!/^(?:cdn\.substack|substackcdn)\.com$/.test(hostname)) return null;
    const at = pathname.search(/\/https?(?:%3a|:)/i);
    return at < 0 ? null : decoded(pathname.slice(at + 1));
  },
  ({ hostname, pathname }) => {
    if (!/^(?:cdn-images-\d|miro)\.medium\.com$/.test(hostname)) return null;
    const name = pathname.slice(pathname.lastIndexOf('/') + 1);
    return name ? `https://miro.medium.com/v2/resize:fit:2400/${name}` : null;
  },
  // Blogger: /s320/x.jpg, /w640-h480/x.jpg, or =s320 at the end
  (url) => {
    if (!/(?:^|\.)(?:bp\.blogspot|googleusercontent|ggpht)\.com$/.test(url.hostname)) return null;
    const path = url.pathname
      .replace(/\/(?:s\d{2,4}|w\d{2,4}-h\d{2,4})(?:-[a-z0-9-]{1,40})?\/(?=[^/]*$)/i, '/s0/')
      .replace(/=(?:s|w|h)\d{2,4}[\w-]{0,40}$/, '=s0');
    return `${url.origin}${path}`;
  },
  ({ hostname, origin, pathname }) =>
    /(?:^|\.)squarespace-cdn\.com$|^static1\.squarespace\.com$/.test(hostname)
      ? `${origin}${pathname}?format=original`
      : null,
  ({ hostname, origin, pathname }) =>
    /\.files\.wordpress\.com$/.test(hostname) ? `${origin}${withoutSize(pathname)}` : null,
  // Ghost: /content/images/size/w600/format/webp/2020/x.jpg
  ({ origin, pathname, search }) =>
    pathname.includes('/content/images/size/')
      ? `${origin}${pathname.replace(/\/size\/w\d{1,5}(?:h\d{1,5})?(?:\/format\/[a-z]{2,5})?\//, '/')}${search}`
      : null,
  // WordPress: x-300x200.jpg, and sizes that plugins add as a query
  ({ origin, pathname }) =>
    /\/(?:wp-content\/uploads|files)\//.test(pathname) ? `${origin}${withoutSize(pathname)}` : null,
];

const withoutSize = (path: string): string =>
  path.replace(/-\d{1,5}x\d{1,5}(?=\.(?:jpe?g|png|gif|webp|avif)$)/i, '');

/** The URL of the image in its original size, as far as a URL shows it; the same for all sizes of an image. */
export function originalImage(src: string): string {
  const url = URL.parse(src.startsWith('//') ? `https:${src}` : src);
  if (!url || !/^https?:$/.test(url.protocol)) return src;
  for (const rule of rules) {
    const original = rule(url);
    if (original !== null) return URL.canParse(original) ? new URL(original).href : src;
  }
  url.hash = '';
  return url.href;
}
