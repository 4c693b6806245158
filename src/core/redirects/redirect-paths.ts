import { maxRedirectPathLength } from '../../platform/http/api/limits.ts';
import { canonicalPath } from '../../platform/http/request/canonical-path.ts';

/** Query parameters by which blog programs identify posts, lists and feeds, also at the home page (`/?p=73`). */
const postQueries: ReadonlySet<string> = new Set([
  'p',
  'page_id',
  'attachment_id',
  'cat',
  'category_name',
  'tag',
  'feed',
  'm',
  'author',
  'author_name',
  'name',
  'pagename',
  'post_type',
  'id',
]);

const tracking = /^(?:utm_\w*|fbclid|gclid|dclid|msclkid|yclid|igshid|mc_cid|mc_eid|_ga|_gl)$/i;

const maxParams = 10;

/** First segments where the server answers everything itself, so that no redirect can be below them. */
const ownSegments: ReadonlySet<string> = new Set([
  'admin',
  'announcement',
  'assets',
  'claim',
  'healthz',
  'login',
  'metrics',
  'preview',
  'readyz',
  'webapi',
]);

/** Links in mails are secrets: used ones must not appear in the list of unknown paths. */
const linkInMail = /^\/(?:mail|subscribe)\//;

export const isServedByItself = (path: string): boolean =>
  ownSegments.has(path.split('/', 2)[1] ?? '') || linkInMail.test(path);

/** The parameter by which another blog program identifies something; those of this site's lists identify nothing. */
export function postQuery(search: string): { name: string; value: string } | null {
  if (search.length < 2) return null;
  for (const [name, value] of new URLSearchParams(search)) if (postQueries.has(name)) return { name, value };
  return null;
}

export const hasPostQuery = (search: string): boolean => postQuery(search) !== null;

type Params = readonly (readonly [name: string, value: string])[];

/** Without what trackers add, and in one order. */
const paramsOf = (search: string): Params =>
  [...new URLSearchParams(search)]
    .filter(([name]) => name !== '' && !tracking.test(name))
    .slice(0, maxParams)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

const write = (path: string, params: Params): string =>
  params.length === 0
    ? path
    : `${path}?${params.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')}`;

/** The file that a server shows for a folder is the folder itself; at the root only together with a query. */
function withoutIndex(path: string, params: Params): string {
  const folder = path.replace(/\/index\.(?:php|html?)$/i, '');
  return folder === '' ? (params.length > 0 ? '/' : path) : folder;
}

/**
 * The one spelling under which a redirect of this URL is stored. Of an absolute one only path and
 * query count. Null for one that cannot be decoded or is too long.
 */
export function redirectKey(url: string): string | null {
  const [sent = ''] = url
    .trim()
    .replace(/^(?:https?:)?\/\/[^/?#\\]*/i, '')
    .split('#', 1);
  const query = sent.indexOf('?');
  const path = canonicalPath(`/${query < 0 ? sent : sent.slice(0, query)}`);
  if (path === null) return null;
  const params = paramsOf(query < 0 ? '' : sent.slice(query));
  const key = write(withoutIndex(path, params), params);
  return key.length > maxRedirectPathLength ? null : key;
}

/** `feed` names the file of this site that has the feed of what the key leads to. */
type RedirectKey = { key: string; feed: string | null };

/**
 * The keys under which the redirect of a request may be stored, at most five, the most specific first: with its whole query, with the
 * parameter that addresses something, without query; then, for the feed of something, what it is the feed of.
 */
export function redirectKeys(path: string, search: string): RedirectKey[] {
  const params = paramsOf(search);
  const place = withoutIndex(path, params);
  const known = params.find(([name]) => postQueries.has(name) && name !== 'feed');
  const feed = feedOf(place, params);
  // A query that asks for a feed asks for the feed of what the rest of the URL leads to.
  const asked = feed?.of === place ? feed.file : null;
  const found: RedirectKey[] = [{ key: write(place, params), feed: null }];
  if (known) found.push({ key: write(place, [known]), feed: asked });
  found.push({ key: place, feed: asked });
  if (feed && !asked) found.push({ key: feed.of, feed: feed.file });
  const seen = new Set<string>();
  return found.filter(
    ({ key }) => key !== '/' && key.length <= maxRedirectPathLength && !seen.has(key) && seen.add(key),
  );
}

/** The feed of this site, for the addresses at which blog programs serve theirs; null for all others. */
export function siteFeed(path: string, search: string): string | null {
  const feed = feedOf(path, paramsOf(search));
  return feed?.of === '/' && !/\bcomments\b/.test(search) ? `/${feed.file}` : null;
}

/** Of the path of a feed, of this site or of another program, or a query `feed=rss2`: what it is the feed of. */
function feedOf(path: string, params: Params): { of: string; file: string } | null {
  const [, own, file = ''] = /^(.*)\/(feed\.xml|atom\.xml|feed\.json)$/.exec(path) ?? [];
  if (own !== undefined) return { of: own || '/', file };
  const [, above, format] = /^(.*)\/feed(?:\/(rss2?|rdf|atom))?$/.exec(path) ?? [];
  if (above !== undefined) return { of: above || '/', file: fileOf(format) };
  const asked = params.find(([name]) => name === 'feed')?.[1];
  return asked === undefined ? null : { of: path, file: fileOf(asked) };
}

const fileOf = (format: string | undefined): string => (format === 'atom' ? 'atom.xml' : 'feed.xml');
