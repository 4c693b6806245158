import { originIdBytes } from '../../platform/http/api/limits.ts';
import * as messages from './messages.ts';

export type WebmentionUrls = { source: URL; target: URL };

/** A URL of the web that can be compared and stored. */
function webUrl(text: string): URL | null {
  const url = URL.parse(text);
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  return isWeb && Buffer.byteLength(url.href) <= originIdBytes - suffixBytes ? url : null;
}

/** What `originIds` adds. */
const suffixBytes = 3;

/** In linear time, which an expression for the end of a text does not take. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

const hostOf = ({ host }: URL): string => host.replace(/^www\./, '');
const pageOf = ({ pathname, search }: URL): string => withoutSlashes(pathname) + search;

/** What a sender announced, or why it is refused. Another scheme, or www, is another spelling of this site. */
export function webmentionUrls(
  fields: { source: string; target: string },
  siteUrl: string,
): WebmentionUrls | { problem: string } {
  const source = webUrl(fields.source);
  const target = webUrl(fields.target);
  if (!source) return { problem: messages.urlInvalid('source') };
  if (!target) return { problem: messages.urlInvalid('target') };
  const own = hostOf(new URL(siteUrl));
  if (hostOf(source) === hostOf(target) && pageOf(source) === pageOf(target))
    return { problem: messages.sameUrl };
  if (hostOf(target) !== own) return { problem: messages.otherSite };
  if (hostOf(source) === own) return { problem: messages.ownSource };
  return { source, target };
}

/** The id of the comment that a URL of a post names with its fragment. */
export function commentIn(url: string): number | null {
  const [, id] = /#comment-([1-9]\d{0,8})$/.exec(url) ?? [];
  return id === undefined ? null : Number(id);
}

/**
 * Under which ids the mentions of a source are stored: a page can mention several posts, and each mention needs an id of its own.
 * No URL contains a space.
 */
export const originIds = (source: string): string[] => [
  source,
  ...[2, 3, 4, 5, 6, 7, 8, 9].map((number) => `${source} ${number}`),
];

/**
 * The URL that identifies a page which `source` leads to: what a page says counts for that page, not for those that redirect to it, and a
 * page that is also served with other queries is the same one if it says so.
 */
export function identityOf(source: string, page: string, claimed: string | null): string {
  const place = page.replace(/[?#].*$/s, '');
  if (claimed === place) return place;
  return new URL(page).host === new URL(source).host ? source : page;
}

/**
 * Whom a mention is from, for trust and blocks. A page can name any author, so the author's URL counts only for pages below it;
 * otherwise it is what this host says of that author.
 */
export function personOf(page: string, authorUrl: string | null): string {
  const { origin } = new URL(page);
  if (authorUrl === null) return `${origin}/`;
  const folder = `${withoutSlashes(authorUrl.replace(/[?#].*$/s, ''))}/`;
  const isAbove = new URL(page).href.startsWith(folder) || page === authorUrl;
  const person = isAbove ? authorUrl : `${origin}/#${authorUrl}`;
  return Buffer.byteLength(person) <= originIdBytes ? person : `${origin}/`;
}
