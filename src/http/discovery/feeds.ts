import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Blog } from '../../blog/blog.ts';
import { type FeedList, readFeed } from '../../blog/site/feeds.ts';
import type { Document } from '../cache/documents.ts';
import { prefersHtml } from './accept.ts';
import { atom, type Format, jsonFeed, rss } from './feed-formats.ts';

const formats: { [file: string]: Format } = { 'feed.xml': rss, 'atom.xml': atom, 'feed.json': jsonFeed };

type Place = { list: FeedList; format: Format };

/** Which feed an address names, if any: of the site, of a tag, of a category. */
export function feedAt(path: string): Place | null {
  const [, kind, name = '', file = ''] = /^\/(?:(tag|filter)\/([^/]+)\/)?([a-z.]+)$/.exec(path) ?? [];
  const format = Object.hasOwn(formats, file) ? formats[file] : undefined;
  if (!format) return null;
  if (kind === undefined) return { list: { kind: 'all', name: '' }, format };
  return { list: { kind: kind === 'tag' ? 'tag' : 'category', name: decodeURIComponent(name) }, format };
}

/** Whether a path answers by what a request accepts: a page for people, a feed for feed readers. */
export const isNegotiated = (path: string): boolean => path.endsWith('/feed.xml') && feedAt(path) !== null;

/** The RSS feed's URL shows a person a page (see the route of the same name) and a feed reader the feed. */
export const isForPeople = (place: Place, request: IncomingMessage): boolean =>
  place.format === rss && prefersHtml(request.headers.accept);

export async function makeFeed(blog: Blog, { list, format }: Place, path: string): Promise<Document> {
  const feed = await readFeed(blog, list);
  const body = format.write(feed, blog.siteUrl() + path);
  return {
    type: format.type,
    body,
    modified: lastChange(blog, path, body, new Date(feed.updated)),
    isNegotiated: format === rss,
    // Readers that run in a page of another site may fetch it.
    headers: [['access-control-allow-origin', '*']],
  };
}

type Seen = Map<string, { hash: string; changed: Date }>;
/** By the keys of a site: the Blog itself is another object for each response. */
const seenOf = new WeakMap<Blog['keys'], Seen>();
const mostSeen = 1000;

/**
 * When a feed last changed. Its posts tell of new and edited ones; that a post or a tag went away shows only in the
 * feed being another than before. Such dates count whole seconds, so that two changes are never less than one apart.
 */
function lastChange(blog: Blog, path: string, body: string, newest: Date): Date {
  const seen: Seen = seenOf.get(blog.keys) ?? new Map();
  seenOf.set(blog.keys, seen);
  const hash = createHash('sha256').update(body).digest('base64');
  const before = seen.get(path);
  const now = (last: Date) => new Date(Math.max(blog.now().getTime(), last.getTime() + 1000));
  const changed = !before ? newest : before.hash === hash ? before.changed : now(before.changed);
  seen.delete(path);
  seen.set(path, { hash, changed });
  if (seen.size > mostSeen) seen.delete(seen.keys().next().value ?? '');
  return changed;
}
