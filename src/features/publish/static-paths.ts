/**
 * Where the pages of a static copy are. A page is a folder with an index.html, because every web server answers `/post/tea` with
 * it (after a redirect to `/post/tea/`) without a rule of its own; links stay as they are. Numbered pages, whose number is in the
 * query, move into the path, because static servers ignore queries.
 */

/** A path of the site with the queries that a static copy knows; null for other queries and other sites. */
export function copiedPath(url: string, siteUrl: string): string | null {
  if (!URL.canParse(url, siteUrl)) return null;
  const { origin, pathname, searchParams } = new URL(url, siteUrl);
  if (origin !== new URL(siteUrl).origin) return null;
  // The version of an icon or style sheet; the file is the same.
  if (isFile(pathname)) return pathname;
  const [first, second] = searchParams;
  if (!first) return pathname;
  const [name, number] = first;
  return !second && isNumbered(name) && /^[1-9]\d{0,5}$/.test(number)
    ? `${pathname}?${name}=${number}`
    : null;
}

const isNumbered = (name: string): boolean => name === 'page' || name === 'comments';

/** Whether the last segment has an extension. */
export const isFile = (pathname: string): boolean => /\.[a-z0-9]+$/i.test(pathname);

/** The URL of a copied path: `/archive?page=2` is `/archive/page/2`. */
export function staticUrl(path: string): string {
  const [pathname = '', query] = path.split('?', 2);
  if (!query) return pathname;
  return `${pathname === '/' ? '' : pathname}/${query.replace('=', '/')}`;
}

/** The file of a copied path, relative to the root of the copy; null where no file system can have it. */
export function staticFile(path: string, isPage: boolean): string | null {
  const segments = decodedSegments(staticUrl(path));
  if (!segments) return null;
  return (
    isPage && !(segments.length === 1 && segments[0] === '404.html') ? [...segments, 'index.html'] : segments
  ).join('/');
}

const maxNameLength = 250;

function decodedSegments(url: string): string[] | null {
  try {
    const segments = url.split('/').filter(Boolean).map(decodeURIComponent);
    const isStorable = (name: string) =>
      !['.', '..'].includes(name) && !/[/\\\0]/.test(name) && Buffer.byteLength(name) <= maxNameLength;
    return segments.every(isStorable) ? segments : null;
  } catch {
    return null;
  }
}

/** Needs the server: files have nothing there, and none leads there. With a server behind them they have the search form. */
export const isLeftOut = (path: string, live: string | null): boolean =>
  (live === null ? neededServer : neededServerAlive).test(path);

const areas = 'admin|webapi|login|preview|announcement';
const leftOut = (names: string) => new RegExp(`^/(?:(?:${names})(?:[/?#]|$)|opensearch\\.xml$)`);
const neededServer = leftOut(`${areas}|search`);
const neededServerAlive = leftOut(areas);
const numberedLink = /(\shref=")(\/[^"?#]*\?(?:page|comments)=[1-9]\d{0,5})(?=["#])/g;
const anyLink = /\shref="([^"]*)"/g;

/** Forms, and links to a page with an open form. */
const liveLink = /(\saction="|\shref="(?=[^"]*[?;](?:comment|reply)=))(?=\/(?!\/))/g;

/**
 * HTML with links to numbered pages as the copy has them, and links of the owner to what it has not as plain text. Forms are sent
 * to the live server.
 */
export function withStaticLinks(html: string, siteUrl: string, live: string | null): string {
  const isOwn = (url: string) => url.startsWith(`${siteUrl}/`);
  return (live ? html.replace(liveLink, `$1${live}`) : html)
    .replace(numberedLink, (_, attribute: string, url: string) => attribute + staticUrl(url))
    .replace(anyLink, (attribute, url: string) =>
      isLeftOut(isOwn(url) ? url.slice(siteUrl.length) : url, live) ? '' : attribute,
    );
}
