import { parseDocument } from '../../../content/document/parse.ts';
import { attribute, elements } from '../../../content/document/tree.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { siteForbidden, siteUnreadable } from '../messages/sources.ts';
import { entryUrl, feedDialect, feedElements, linkOf } from './feed.ts';
import { parseRobots, type Robots } from './robots.ts';
import type { SiteCopy, SiteDocument } from './site-copy.ts';
import { maxSitePages } from './source-limits.ts';
import { textIn } from './xml-element.ts';
import { elementsIn } from './xml-parts.ts';

/** Which documents of a copy are what, in the order in which they are read. */
export type SiteIndex = {
  url: string;
  /** By the type of the API of WordPress, with the number of elements that the server says there are. */
  wordpress: Record<string, { urls: string[]; total: number }> | null;
  feeds: string[];
  pages: string[];
};

export const indexFile = 'site.json';

type Options = {
  /** Whether an earlier import has the page. */
  isKnown(url: string): Promise<boolean>;
  /** When the last import of the site began; only what was changed after it is read. */
  since: string | null;
  progress(done: number, total: number | null): void;
};

/** Copies what a site says of itself: by the API of WordPress, or else its feeds and the pages that its sitemap or links name. */
export async function fetchSite(copy: SiteCopy, url: URL, options: Options): Promise<void> {
  const robotsFile = await copy.get(new URL('/robots.txt', url));
  const robots = parseRobots(robotsFile.problem === null ? robotsFile.text : '');
  copy.delayMs = Math.max(copy.delayMs, Math.min(robots.delayMs ?? 0, maxDelayMs));
  if (!robots.allows(url)) throw new Problem('invalid', siteForbidden(url.host));
  const home = await copy.get(url);
  if (home.problem !== null) throw new Problem('invalid', siteUnreadable(url.host, home.problem));
  const index: SiteIndex = { url: home.url, wordpress: null, feeds: [], pages: [] };
  index.wordpress = await wordpressLists(copy, home, robots, options);
  if (index.wordpress === null) {
    const feeds = await feedsOf(copy, home, robots);
    index.feeds = feeds.map((feed) => feed.asked);
    const listed = await sitemapUrls(copy, home, robots);
    const ofFeeds = feeds.flatMap(({ document }) => entryUrls(document.text));
    index.pages = await pagesOf(copy, home, robots, { listed, ofFeeds }, options);
  }
  await copy.write(indexFile, index);
}

const maxDelayMs = 30_000;

// WordPress

const types = ['posts', 'pages', 'comments', 'categories', 'tags', 'users'];
const perPage = 50;

async function wordpressLists(
  copy: SiteCopy,
  home: SiteDocument,
  robots: Robots,
  { since, progress }: Options,
): Promise<SiteIndex['wordpress']> {
  const api = apiOf(home);
  if (!api || !robots.allows(api)) return null;
  const root = await copy.get(api);
  if (root.problem !== null || !root.text.startsWith('{')) return null;
  const lists: NonNullable<SiteIndex['wordpress']> = { root: { urls: [api.href], total: 1 } };
  let done = 0;
  for (const type of types) {
    const list = { urls: [] as string[], total: 0 };
    for (let page = 1; page <= maxSitePages / perPage; page++) {
      const document = await copy.get(listUrl(api, type, page, since));
      const isList = document.problem === null && document.text.trimStart().startsWith('[');
      // Without posts the API is of no use; other lists may be closed.
      if (!isList && type === 'posts' && page === 1) return null;
      if (!isList) break;
      list.urls.push(listUrl(api, type, page, since).href);
      list.total = Number(document.total) || list.total;
      done = Math.min(done + perPage, done + list.total);
      progress(done, null);
      if (page * perPage >= list.total) break;
    }
    lists[type] = list;
  }
  return lists;
}

/** `Link: <https://…/wp-json/>; rel="https://api.w.org/"`, or the same as an element. */
function apiOf({ url, link, text }: SiteDocument): URL | null {
  const rel = 'https://api.w.org/';
  const [, named] = /<([^<>]{1,2000})>;\s*rel="https:\/\/api\.w\.org\/"/.exec(link) ?? [];
  const href = named ?? linksOf(text).find((one) => one.rel === rel)?.href;
  return href ? sameSite(href, url) : null;
}

function listUrl(api: URL, type: string, page: number, since: string | null): URL {
  const url = new URL(api);
  const route = `wp/v2/${type}`;
  const plain = url.searchParams.get('rest_route');
  if (plain === null) url.pathname = `${url.pathname.replace(/\/$/, '')}/${route}`;
  else url.searchParams.set('rest_route', `/${route}`);
  url.searchParams.set('per_page', String(perPage));
  url.searchParams.set('page', String(page));
  url.searchParams.set('orderby', 'id');
  url.searchParams.set('order', 'asc');
  if (type === 'posts' || type === 'pages') url.searchParams.set('_embed', 'wp:featuredmedia');
  if (since !== null && (type === 'posts' || type === 'pages')) url.searchParams.set('modified_after', since);
  if (since !== null && type === 'comments') url.searchParams.set('after', since);
  return url;
}

// Feeds and sitemaps

const maxFeedPages = 200;
const maxSitemaps = 100;

async function feedsOf(copy: SiteCopy, home: SiteDocument, robots: Robots) {
  const feeds: { asked: string; document: SiteDocument }[] = [];
  const first = linksOf(home.text).find(
    ({ rel, type }) => rel === 'alternate' && /^application\/(?:rss|atom)\+xml/i.test(type),
  );
  let url = first?.href ? sameSite(first.href, home.url) : null;
  while (url && robots.allows(url) && feeds.length < maxFeedPages) {
    const asked = url.href;
    const document = await copy.get(url);
    if (document.problem !== null || feeds.some((feed) => feed.asked === asked)) break;
    feeds.push({ asked, document });
    const next = linkOf({ children: elementsIn(document.text, feedDialect) }, 'next');
    url = next ? sameSite(next, document.url) : null;
  }
  return feeds;
}

const entryUrls = (text: string): string[] => feedElements(text, 'item', 'entry').map(entryUrl);

type Listed = { url: string; changed: string };

async function sitemapUrls(copy: SiteCopy, home: SiteDocument, robots: Robots): Promise<Listed[]> {
  const waiting = robots.sitemaps.length > 0 ? [...robots.sitemaps] : ['/sitemap.xml'];
  const seen = new Set<string>();
  const found: Listed[] = [];
  for (const next of waiting) {
    const url = sameSite(next, home.url);
    if (seen.size >= maxSitemaps) break;
    if (!url || seen.has(url.href) || !robots.allows(url)) continue;
    seen.add(url.href);
    const { problem, text } = await copy.get(url);
    if (problem !== null) continue;
    for (const part of feedElements(text, 'sitemap', 'url'))
      if (part.name === 'sitemap') waiting.push(textIn(part, 'loc'));
      else found.push({ url: textIn(part, 'loc'), changed: textIn(part, 'lastmod') });
  }
  return found;
}

// Pages

const notPages =
  /\.(?:jpe?g|png|gif|webp|avif|svg|ico|css|js|mjs|json|xml|txt|pdf|zip|gz|mp[34]|m4a|webm|og[agv]|woff2?|wasm|webmanifest)$/i;

async function pagesOf(
  copy: SiteCopy,
  home: SiteDocument,
  robots: Robots,
  { listed, ofFeeds }: { listed: readonly Listed[]; ofFeeds: readonly string[] },
  { isKnown, since, progress }: Options,
): Promise<string[]> {
  const changed = new Map(listed.map((one) => [sameSite(one.url, home.url)?.href ?? '', one.changed]));
  const waiting = [...new Set([...(listed.length > 0 ? [] : [home.url]), ...ofFeeds, ...changed.keys()])];
  const seen = new Set<string>();
  const pages: string[] = [];
  for (const next of waiting) {
    const url = sameSite(next, home.url);
    if (pages.length >= maxSitePages) break;
    if (!url) continue;
    url.hash = '';
    if (seen.has(url.href) || notPages.test(url.pathname) || !robots.allows(url)) continue;
    seen.add(url.href);
    const lastChange = changed.get(url.href);
    const isOld = since !== null && lastChange && Date.parse(lastChange) < Date.parse(since);
    if (isOld && (await isKnown(url.href))) continue;
    const document = await copy.get(url);
    pages.push(url.href);
    progress(pages.length, listed.length > 0 ? Math.max(pages.length, changed.size) : null);
    // Without a sitemap, the links of pages are the only list.
    if (listed.length === 0 && /html/.test(document.type))
      waiting.push(...pageLinks(document).filter((link) => !seen.has(link)));
  }
  return pages;
}

function pageLinks({ text, url }: SiteDocument): string[] {
  const links: string[] = [];
  for (const node of elements(parseDocument(text))) {
    const href =
      node.tagName === 'a' && !/nofollow/.test(attribute(node, 'rel') ?? '') && attribute(node, 'href');
    const link = href ? sameSite(href, url) : null;
    if (link?.search !== '') continue;
    link.hash = '';
    links.push(link.href);
  }
  return [...new Set(links)];
}

/** The URL if it is of the same site; `www.` and the scheme aside. */
export function sameSite(url: string, base: string): URL | null {
  const parsed = URL.parse(url.trim(), base);
  const host = (one: URL | null) => one?.host.replace(/^www\./, '');
  return parsed && /^https?:$/.test(parsed.protocol) && host(parsed) === host(URL.parse(base))
    ? parsed
    : null;
}

function linksOf(html: string): { rel: string; type: string; href: string }[] {
  const links = [];
  for (const node of elements(parseDocument(html)))
    if (node.tagName === 'link')
      links.push({
        rel: (attribute(node, 'rel') ?? '').toLowerCase(),
        type: attribute(node, 'type') ?? '',
        href: attribute(node, 'href') ?? '',
      });
  return links;
}
