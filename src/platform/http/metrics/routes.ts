import { themePath } from '../../../core/site/api/theme-url.ts';
import { fediverseUrls } from '../../../features/fediverse/urls.ts';
import { mailUrls } from '../../../features/mail/api/urls.ts';
import { markdownExtension, urls } from '../urls.ts';

/**
 * The route of a path, from a fixed list: URLs as labels would be unbounded. The API names its own routes.
 */
export function routeOf(path: string): string {
  const own = exact.get(path);
  if (own) return own;
  const first = path.slice(0, path.indexOf('/', 1) + 1);
  if (path.endsWith(markdownExtension)) return markdown;
  const below = families.get(first) ?? other;
  return below.feeds !== null && feedNames.test(path) ? below.feeds : below.name;
}

const markdown = '/{post}.md';

const same = [
  urls.home,
  urls.search,
  urls.archive,
  urls.topics,
  urls.there,
  urls.login,
  urls.admin,
  urls.feed,
  urls.atom,
  urls.jsonFeed,
  urls.webmention,
  mailUrls.subscribe,
  '/post',
  fediverseUrls.actor,
  fediverseUrls.inbox,
  fediverseUrls.outbox,
  fediverseUrls.followers,
  fediverseUrls.following,
  fediverseUrls.webFinger,
  fediverseUrls.nodeInfoLinks,
  fediverseUrls.nodeInfo,
  '/robots.txt',
  '/sitemap.xml',
  '/favicon.ico',
  '/favicon.svg',
  '/manifest.webmanifest',
  '/opensearch.xml',
  themePath,
  '/healthz',
  '/readyz',
  '/metrics',
  ...['/getposts', '/openapi.json', '/docs', '/docs.css'].map((path) => urls.api + path),
];
const exact = new Map(same.map((path) => [path, path]));

const feedNames = /\/(feed\.xml|atom\.xml|feed\.json)$/;
const named = (name: string, feeds: string | null = null) => ({ name, feeds });
const other = named('other');
const families = new Map([
  ['/post/', named('/post/{title}')],
  ['/assets/', named('/assets/{file}')],
  ['/images/', named('/images/{file}')],
  ['/tag/', named('/tag/{tag}', '/tag/{tag}/{feed}')],
  ['/filter/', named('/filter/{category}', '/filter/{category}/{feed}')],
  ['/archive/', named('/archive/{period}')],
  ['/preview/', named('/preview/{token}')],
  ['/claim/', named('/claim/{token}')],
  ['/card/', named('/card/{file}')],
  [`${mailUrls.subscribe}/`, named('/subscribe/{link}')],
  ['/mail/', named('/mail/{link}')],
  [`${fediverseUrls.base}/`, named('/fediverse/{object}')],
  ['/admin/', named('/admin/{screen}')],
  [`${urls.api}/`, named(`${urls.api}/{unknown}`)],
]);
