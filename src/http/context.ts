import type { IncomingMessage } from 'node:http';
import type { Blog } from '../blog/blog.ts';
import { viewerOf } from '../blog/sign-in.ts';
import type { Viewer } from '../rules/viewer.ts';
import type { CookieJar, Cookies } from './cookies.ts';
import type { Log } from './log.ts';
import type { PublicPages } from './public-pages.ts';

/** What the whole http floor works with. */
export type Site = {
  blog: Blog;
  jar: CookieJar;
  log: Log;
  addressOf: (request: IncomingMessage) => string;
  /** Null while somebody develops them: then every page is made anew. */
  pages: PublicPages | null;
  limits: Record<'vote' | 'comment', (key: string, now: number) => void>;
};

/** One request: who asks, from where, under which id. */
export type Visit = {
  id: string;
  address: string;
  cookies: Cookies;
  /** Asks the database once, and only when somebody wants to know. */
  viewer(): Promise<Viewer>;
};

export function visitOf(site: Site, request: IncomingMessage, id: string): Visit {
  const cookies = site.jar.read(request.headers.cookie);
  let viewer: Promise<Viewer> | undefined;
  return {
    id,
    address: site.addressOf(request),
    cookies,
    viewer: () => {
      viewer ??= viewerOf(site.blog, cookies.session);
      return viewer;
    },
  };
}
