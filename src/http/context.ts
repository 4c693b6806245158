import type { IncomingMessage } from 'node:http';
import type { Blog } from '../blog/blog.ts';
import { viewerOf } from '../blog/sign-in/sign-in.ts';
import type { Log } from '../operator/log.ts';
import { type Viewer, visitor } from '../rules/viewer.ts';
import type { PublicPages } from './cache/public-pages.ts';
import type { Workload } from './limits/load-shedding.ts';
import type { RequestMetrics } from './metrics/requests.ts';
import type { CookieJar, Cookies } from './request/cookies.ts';

/** What the whole http floor works with. */
export type Site = {
  blog: Blog;
  jar: CookieJar;
  log: Log;
  addressOf: (request: IncomingMessage) => string;
  /** Warns when a proxy that is not trusted seems to be in front. */
  watchForwarding: (request: IncomingMessage) => void;
  /** Null while somebody develops them: then every page is made anew. */
  pages: PublicPages | null;
  workload: Workload;
  metrics: RequestMetrics;
  limits: Record<'vote' | 'comment' | 'passkey', (key: string, now: number) => void>;
};

/** One request: who asks, from where, under which id. */
export type Visit = {
  id: string;
  address: string;
  cookies: Cookies;
  /** Asks the database once, and only when somebody wants to know. */
  viewer(): Promise<Viewer>;
  /** The route of the API that was found for it. */
  route?: string;
};

export function visitOf(site: Site, request: IncomingMessage, id: string): Visit {
  const cookies = site.jar.read(request.headers.cookie);
  let viewer: Promise<Viewer> | undefined;
  return {
    id,
    address: site.addressOf(request),
    cookies,
    viewer: () => {
      viewer ??= recognise(site, request, cookies.session);
      return viewer;
    },
  };
}

/** Sessions that were good a moment ago: their owners need not queue up with those who only claim to have one. */
const known = new Map<string, number>();
const knownMs = 10 * 60_000;
const mostKnown = 200;

async function recognise(site: Site, request: IncomingMessage, token: string | undefined): Promise<Viewer> {
  if (!token) return visitor;
  const now = Date.now();
  const ask = () => viewerOf(site.blog, token);
  const isKnown = (known.get(token) ?? 0) > now - knownMs;
  const viewer = await (isKnown ? ask() : site.workload.run('doors', request, ask));
  known.delete(token);
  if (viewer.admin) known.set(token, now);
  if (known.size > mostKnown) known.delete(known.keys().next().value ?? '');
  return viewer;
}
