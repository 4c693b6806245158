import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { type Blog, serverUrl } from '../../blog.ts';

type Urls = Pick<Blog, 'liveUrl' | 'siteUrl'>;

/** The origin of the published pages, where it is not that of the server; null otherwise. */
export const publishedElsewhere = (blog: Urls): string | null =>
  serverUrl(blog) === blog.siteUrl() ? null : blog.siteUrl();

/**
 * Whether a published page at another origin sends the request. Browsers name that origin, and no page can name another one. Such a
 * request is that of a visitor without cookies: they are ignored, and none are set. So a forged one could do nothing that its
 * sender could not do alone, and it needs no CSRF token.
 */
export const isFromPublished = (blog: Urls, headers: IncomingHttpHeaders): boolean => {
  const { origin, 'sec-fetch-site': fetchSite } = headers;
  return origin !== undefined && origin === publishedElsewhere(blog) && fetchSite !== 'same-origin';
};

/** Whether a reader asks the server for a page that is published elsewhere: links of its pages lead back there. */
export const isAtServer = (blog: Urls, request: IncomingMessage): boolean =>
  Boolean(blog.liveUrl) &&
  publishedElsewhere(blog) !== null &&
  request.headers.host === new URL(serverUrl(blog)).host;

/** Lets published pages read the answer. No other origin may, and none with cookies. */
export function allowPublished(blog: Urls, headers: IncomingHttpHeaders, response: ServerResponse): void {
  const origin = publishedElsewhere(blog);
  if (origin === null) return;
  response.appendHeader('vary', 'origin');
  if (!isFromPublished(blog, headers)) return;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-expose-headers', 'retry-after');
}

const preflightSeconds = 24 * 60 * 60;

/** Answers what a browser asks before it sends JSON to another origin; it gives no permission to other origins. */
export function sendPreflight(response: ServerResponse): void {
  response.setHeader('access-control-allow-methods', 'GET, POST');
  response.setHeader('access-control-allow-headers', 'content-type');
  response.setHeader('access-control-max-age', preflightSeconds);
  response.statusCode = 204;
  response.end();
}
