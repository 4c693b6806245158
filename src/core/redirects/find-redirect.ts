import type { Blog } from '../../platform/blog.ts';
import type { Db } from '../../platform/db/open.ts';
import { type Reads, read, redirectsTag } from '../../platform/http/cache/reads.ts';
import { urls } from '../../platform/http/urls.ts';
import { imagesByHash } from '../images/store/images.ts';
import { countListed } from '../posts/store/posts.ts';
import { segments } from '../site/category-paths.ts';
import { isServedByItself, redirectKey, redirectKeys, siteFeed } from './redirect-paths.ts';
import { maxChain } from './redirects.ts';
import { servedHere } from './served-here.ts';
import { anyRedirect, type RedirectRow, redirectsAt } from './store/redirects.ts';

/** Where a reader is sent; `gone`: to a page that says that it is gone. */
type Destination = { location: string } | 'gone';
export type FoundRedirect = { destination: Destination; id: number | null };

export const hasRedirects = (blog: { db: Db; reads?: Reads }): Promise<boolean> =>
  read(
    blog,
    (db) => anyRedirect(db),
    () => [redirectsTag],
  );

/**
 * Where an address leads that no page of this site has; null for what stays unknown, also when the target is not public.
 * Costs one query for an unknown address.
 */
export async function findRedirect(blog: Blog, path: string, search: string): Promise<FoundRedirect | null> {
  if (isServedByItself(path)) return null;
  const keys = redirectKeys(path, search);
  if (keys.length === 0) return null;
  const rows = await redirectsAt(
    blog.db,
    keys.map(({ key }) => key),
  );
  for (const { key, feed } of keys) {
    const row = rows.find(({ from_path }) => from_path === key);
    if (!row) continue;
    const destination = await destinationOf(blog, row, feed);
    return destination && { destination, id: row.id };
  }
  const destination = await feedDestination(blog, path, search);
  return destination && { destination, id: null };
}

/** Where a redirect leads at present. For its feed: to the feed of the same list, which only lists have. */
export async function destinationOf(
  blog: Blog,
  row: RedirectRow,
  feed: string | null = null,
  steps = 0,
): Promise<Destination | null> {
  const list = (location: string) => ({ location: feed ? `${location}/${feed}` : location });
  if (row.tag !== null) return row.tagged ? list(urls.tag(row.tag)) : null;
  if (row.category_id !== null) return categoryDestination(blog, row, list);
  if (row.to_path !== null) return pathDestination(blog, row.to_path, feed, steps);
  if (feed) return 'gone';
  if (row.post_id !== null) {
    if (row.web_title === null) return 'gone';
    return row.active === 1 ? { location: urls.post(row.web_title) } : null;
  }
  if (row.image !== null) {
    const [image] = await imagesByHash(blog.db, row.image);
    const largest = image?.variants.at(-1);
    return largest ? { location: blog.files.url(largest.name) } : 'gone';
  }
  return 'gone';
}

async function categoryDestination(
  { db }: Pick<Blog, 'db'>,
  { category_path }: RedirectRow,
  list: (location: string) => Destination,
): Promise<Destination | null> {
  const name = category_path === null ? undefined : segments(category_path).at(-1);
  if (name === undefined) return 'gone';
  return (await countListed(db, [{ kind: 'category', name }])) > 0 ? list(urls.category(name)) : null;
}

/** A path that is redirected itself is followed here, so that readers are redirected once. */
async function pathDestination(
  blog: Blog,
  to: string,
  feed: string | null,
  steps: number,
): Promise<Destination | null> {
  if (!to.startsWith('/')) return feed ? 'gone' : { location: to };
  const [path = ''] = to.split(/[?#]/, 1);
  const key = redirectKey(to);
  const [next] = key === null || steps >= maxChain ? [] : await redirectsAt(blog.db, [key]);
  if (next && (await servedHere(blog, path, 'readers')) === null)
    return destinationOf(blog, next, feed, steps + 1);
  if (!feed) return { location: to };
  return /^\/(?:(?:tag|filter)\/[^/]+)?$/.test(path)
    ? { location: `${path === '/' ? '' : path}/${feed}` }
    : 'gone';
}

/** Feeds at the addresses that other blog programs use: of the site, and of a tag or a category at its present URL. */
async function feedDestination(blog: Blog, path: string, search: string): Promise<Destination | null> {
  const own = siteFeed(path, search);
  if (own) return { location: own };
  const [, list, format] = /^(\/(?:tag|filter)\/[^/]+)\/feed(?:\/(rss2?|rdf|atom))?$/.exec(path) ?? [];
  if (!list || (await servedHere(blog, list, 'readers')) === null) return null;
  return { location: `${list}/${format === 'atom' ? 'atom.xml' : 'feed.xml'}` };
}
