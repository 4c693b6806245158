import type { IncomingMessage } from 'node:http';
import type { Blog } from '../blog.ts';
import type { Log } from '../log/log.ts';
import type { Translation } from '../messages/translate.ts';
import type { Route } from './api/route.ts';
import type { PublicPages } from './cache/public-pages.ts';
import type { Counted, Counter } from './counted.ts';
import type { RequestQueue } from './limits/load-shedding.ts';
import type { RateLimiter, RateLimitName } from './limits/rate-limit.ts';
import type { RequestMetrics } from './metrics/requests.ts';
import type { PageTable } from './pages/page-properties.ts';
import type { CookieJar, Cookies } from './request/cookies.ts';
import { type Administrator, type Viewer, visitor } from './viewer.ts';

/** What all request handlers share. */
export type Site = {
  blog: Blog;
  /** The calls of the web API. */
  routes: readonly Route[];
  /** That of messages to readers; `lastKnown` needs no query. */
  language: { read(): Promise<string>; lastKnown(): string };
  /** Whose session a token is that of. */
  viewerOf(token: string): Promise<Viewer>;
  /** Whom the access token of a request stands for; null for a request without one. Null while the owner has not switched tokens on. */
  bearer: ((request: IncomingMessage) => Promise<Administrator | null>) | null;
  jar: CookieJar;
  log: Log;
  clientIp: (request: IncomingMessage) => string;
  detectUntrustedProxy: (request: IncomingMessage) => void;
  /** What is special about pages, by their URLs. */
  pageTable: PageTable;
  /** Null in development, where every page is rendered for each request. */
  pages: PublicPages | null;
  queue: RequestQueue;
  metrics: RequestMetrics;
  rateLimiters: Record<RateLimitName, RateLimiter>;
  /** Counts what readers ask for; null while statistics are off. */
  statistics: Counter | null;
  /** Whether a CDN in front caches pages until their tags are purged. */
  hasCdn?: boolean;
  /** Renders pages for a static copy of the site. */
  isCopy?: boolean;
};

export type RequestContext = {
  id: string;
  ip: string;
  userAgent: string;
  cookies: Cookies;
  /** Reads the session from the database on the first call. */
  viewer(): Promise<Viewer>;
  /** Sets cookies with the answer to a form that was sent without JavaScript. */
  setCookies?(cookies: readonly string[]): void;
  /** As what the response is counted, if it is meant for readers. */
  counted?: Counted | null;
  /** The terms of a search that found nothing. */
  searchedInVain?: string;
  /** The texts of messages to a signed-in person. */
  translation?: Translation;
  /** The matched route of the API, for the metrics. */
  route?: string;
};

export function requestContext(site: Site, request: IncomingMessage, id: string): RequestContext {
  const cookies = site.jar.read(request.headers.cookie);
  let viewer: Promise<Viewer> | undefined;
  return {
    id,
    ip: site.clientIp(request),
    userAgent: request.headers['user-agent'] ?? '',
    cookies,
    viewer: () => {
      viewer ??= authenticate(site, request, cookies.session);
      return viewer;
    },
  };
}

/** Sessions verified lately skip the queue, so that requests with invalid session cookies cannot hold up the owner. */
const verifiedSessions = new Map<string, number>();
const verifiedMs = 10 * 60_000;
const maxVerified = 200;

async function authenticate(
  site: Site,
  request: IncomingMessage,
  token: string | undefined,
): Promise<Viewer> {
  if (!token) return visitor;
  const now = Date.now();
  const readViewer = () => site.viewerOf(token);
  const isVerified = (verifiedSessions.get(token) ?? 0) > now - verifiedMs;
  const viewer = await (isVerified ? readViewer() : site.queue.run('signIn', request, readViewer));
  verifiedSessions.delete(token);
  if (viewer.admin) verifiedSessions.set(token, now);
  if (verifiedSessions.size > maxVerified)
    verifiedSessions.delete(verifiedSessions.keys().next().value ?? '');
  return viewer;
}
