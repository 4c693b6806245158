import type { IncomingMessage } from 'node:http';
import { prefersHtml } from '../../platform/http/request/accept.ts';
import { atom, type Format, jsonFeed, rss } from './feed-formats.ts';
import type { FeedList } from './feeds.ts';

const formats: { [file: string]: Format } = { 'feed.xml': rss, 'atom.xml': atom, 'feed.json': jsonFeed };

export type FeedTarget = { list: FeedList; format: Format };

/** The feed at a path: of the site, of a tag or of a category. */
export function feedAt(path: string): FeedTarget | null {
  const [, kind, name = '', file = ''] = /^\/(?:(tag|filter)\/([^/]+)\/)?([a-z.]+)$/.exec(path) ?? [];
  const format = Object.hasOwn(formats, file) ? formats[file] : undefined;
  if (!format) return null;
  if (kind === undefined) return { list: { kind: 'all', name: '' }, format };
  return { list: { kind: kind === 'tag' ? 'tag' : 'category', name: decodeURIComponent(name) }, format };
}

/** Whether the Accept header decides between a page for browsers and a feed for feed readers. */
export const isNegotiated = (path: string): boolean => path.endsWith('/feed.xml') && feedAt(path) !== null;

/** Whether a browser asks for the URL of the RSS feed, which then shows a page. */
export const wantsFeedPage = (target: FeedTarget, request: IncomingMessage): boolean =>
  target.format === rss && prefersHtml(request.headers.accept);
