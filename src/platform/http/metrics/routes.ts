import { markdownExtension, urls } from '../urls.ts';

/** Names that paths of a module have in the metrics: their own, and one for all below a first segment (`/mail/`). */
export type RouteNames = { own?: readonly string[]; below?: Readonly<Record<string, string>> };

/**
 * Names the route of a path, from a fixed list: URLs as labels would be unbounded. The API names its own routes.
 */
export function routeNamer(ofModules: readonly RouteNames[]): (path: string) => string {
  const exact = new Map([...same, ...ofModules.flatMap(({ own = [] }) => own)].map((path) => [path, path]));
  const below = new Map([
    ...families,
    ...ofModules.flatMap((names) =>
      Object.entries(names.below ?? {}).map(([first, name]) => [first, named(name)] as const),
    ),
  ]);
  return (path) => {
    const own = exact.get(path);
    if (own) return own;
    const first = path.slice(0, path.indexOf('/', 1) + 1);
    if (path.endsWith(markdownExtension)) return markdown;
    const { name, feeds } = below.get(first) ?? other;
    return feeds !== null && feedNames.test(path) ? feeds : name;
  };
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
  '/post',
  '/robots.txt',
  '/sitemap.xml',
  '/favicon.ico',
  '/favicon.svg',
  '/manifest.webmanifest',
  '/opensearch.xml',
  '/healthz',
  '/readyz',
  '/metrics',
  ...['/getposts', '/openapi.json', '/docs', '/docs.css'].map((path) => urls.api + path),
];

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
  ['/admin/', named('/admin/{screen}')],
  [`${urls.api}/`, named(`${urls.api}/{unknown}`)],
]);
