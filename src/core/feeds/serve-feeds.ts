import { createHash } from 'node:crypto';
import type { Blog } from '../../platform/blog.ts';
import type { Document } from '../../platform/http/cache/documents.ts';
import { rss } from './feed-formats.ts';
import type { FeedTarget } from './feed-path.ts';
import { readFeed } from './feeds.ts';

export async function makeFeed(blog: Blog, { list, format }: FeedTarget, path: string): Promise<Document> {
  const feed = await readFeed(blog, list);
  const self = blog.siteUrl() + path;
  const body = format.write(feed, self);
  return {
    type: format.type,
    body,
    modified: lastChange(blog, path, body, new Date(feed.updated)),
    isNegotiated: format === rss,
    // Feed readers that run in a web page may fetch it.
    headers: [
      ['access-control-allow-origin', '*'],
      ...(feed.hub ? [['link', `<${feed.hub}>; rel="hub", <${self}>; rel="self"`] as const] : []),
    ],
  };
}

type Versions = Map<string, { hash: string; changed: Date }>;
/** Keyed by the keys of a site, because every request has its own Blog object. */
const versionsOf = new WeakMap<Blog['keys'], Versions>();
const maxVersions = 1000;

/**
 * Last-Modified of a feed. Dates of posts do not show that one was deleted, so the feed is also compared with its previous
 * version. HTTP dates have whole seconds, so two changes are at least one second apart.
 */
function lastChange(blog: Blog, path: string, body: string, newest: Date): Date {
  const versions: Versions = versionsOf.get(blog.keys) ?? new Map();
  versionsOf.set(blog.keys, versions);
  const hash = createHash('sha256').update(body).digest('base64');
  const previous = versions.get(path);
  const now = (last: Date) => new Date(Math.max(blog.now().getTime(), last.getTime() + 1000));
  const changed = !previous ? newest : previous.hash === hash ? previous.changed : now(previous.changed);
  versions.delete(path);
  versions.set(path, { hash, changed });
  if (versions.size > maxVersions) versions.delete(versions.keys().next().value ?? '');
  return changed;
}
