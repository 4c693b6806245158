import { setTimeout as wait } from 'node:timers/promises';
import { isNegotiated } from '../../../core/posts/feeds/feed-path.ts';
import { listUrl, parseListUrl } from '../../../core/posts/lists/api/list-url.ts';
import { pagePathIn } from '../../../core/posts/rules/page-paths.ts';
import { isCssOff } from '../../../core/site/api/custom-css.ts';
import { isMailPath } from '../../../features/mail/api/urls.ts';
import type { Change } from '../../blog.ts';
import { pageStep, tagMax } from '../api/limits.ts';
import { commentsUrl, pageNumber, pageUrl } from '../api/page-number.ts';
import { statusOf, toProblem } from '../errors.ts';
import { isSecretLink, urls } from '../urls.ts';
import { type CachedPage, PageCache } from './page-cache.ts';
import { anyPostTag, everythingTag } from './reads.ts';

/** How long a reader waits for a new page while there is a cached one that may be out of date. */
const renderTimeoutMs = 1_000;

/** The page of a post with its comment form open. */
export const showsForm = ({ pathname, searchParams }: URL): boolean =>
  isPost(pathname) && (searchParams.has('comment') || searchParams.has('reply'));

/** Pages of the owner take comments as posts do. */
const isPost = (path: string): boolean => path.startsWith(urls.post('')) || pagePathIn(path) !== null;
const isList = (path: string): boolean =>
  path === urls.home || path.startsWith(urls.tag('')) || path.startsWith(urls.category(''));

/** Lists with numbered pages. */
const isPaged = (path: string): boolean => path === urls.topics || path.startsWith(urls.archiveYear(''));

/** `comment-id` redirects to the page of a comment. */
const personalParameters = ['voted', 'commented', 'comment', 'reply', 'comment-id'];

/** Pages whose parameters are meant for one reader: the result of a form, a search. */
function isPersonal({ pathname, searchParams }: URL): boolean {
  if (isPost(pathname)) return personalParameters.some((name) => searchParams.has(name));
  if (pathname === urls.search) return searchParams.has('q');
  if (pathname === urls.there) return searchParams.has('count');
  return pathname === urls.post('').slice(0, -1) || pathname.startsWith(`${urls.api}/`);
}

/**
 * The key under which a page is cached, or null for pages that are rendered for one reader. Parameters that do not change
 * the page are left out, and unusual lists are not cached, so that the cache cannot be filled with copies of one page.
 */
export function cacheAddress(url: URL): string | null {
  if (isSecretLink(url.pathname) || isMailPath(url.pathname) || isPersonal(url) || isCssOff(url)) return null;
  if (isNegotiated(url.pathname)) return url.pathname + asPage;
  if (isPaged(url.pathname)) return pageUrl(url.pathname, pageNumber(url.searchParams));
  if (!isList(url.pathname))
    return isPost(url.pathname)
      ? commentsUrl(url.pathname, pageNumber(url.searchParams, 'comments'))
      : url.pathname;
  const part = parseListUrl(url.searchParams);
  const name = url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
  if (part.show % pageStep > 0 || decodeURIComponent(name).length > tagMax) return null;
  return listUrl(url.pathname, part);
}

/** A feed and the page about it share a URL; a path never contains a space. */
export const asPage = ' as page';

/** The URL of a cache key. */
export const addressOf = (cached: string): string =>
  cached.endsWith(asPage) ? cached.slice(0, -asPage.length) : cached;

/** Of the connection that receives notifications of changes by other processes. */
export type ListenerState = 'connected' | 'disconnected' | 'unreachable';

/** How changes by other processes are detected; either may be left out. */
export type Others = {
  /** A value that differs after a change by another process; then the whole cache is cleared. */
  version?: () => unknown;
  /** Whether notifications of other processes' changes arrive. */
  listenerState?: () => ListenerState;
};

/** The page cache, kept fresh across processes. */
export class PublicPages {
  readonly cache: PageCache;
  readonly #version: () => unknown;
  readonly #listenerState: () => ListenerState;
  /** Tags that were purged within the last second, and whether they changed again since. */
  #seen: unknown;
  #checkedThisTurn = false;

  constructor(limitBytes: number, { version = () => null, listenerState = () => 'connected' }: Others = {}) {
    this.cache = new PageCache(limitBytes);
    this.#version = version;
    this.#listenerState = listenerState;
    this.#seen = version();
  }

  /** A cached page that can be sent as it is. While the database is unreachable, a stale page is better than none. */
  cached(url: string): CachedPage | undefined {
    const listenerState = this.#freshenOncePerTurn();
    return listenerState === 'disconnected'
      ? undefined
      : this.cache.get(url, { stale: listenerState === 'unreachable' });
  }

  /** A cached page in place of a response that failed for want of the database or under load, even if it may be out of date. */
  fallback(url: string): CachedPage | undefined {
    this.#freshen();
    return this.cache.get(url, { stale: true });
  }

  /** The cached page or a new one; the cached one even if it may be out of date when rendering takes long. */
  async read(url: string, render: () => Promise<CachedPage | null>): Promise<CachedPage | null> {
    const listenerState = this.#freshen();
    if (listenerState === 'connected') return this.cache.read(url, render);
    const cached = this.cache.get(url, { stale: true });
    if (listenerState === 'unreachable') return cached ?? render();
    return cached ? this.#renderedSoonOrCached(url, render()) : render();
  }

  /**
   * Checks for changes once per turn of the event loop: all requests that are read in one turn arrived before it began. Only
   * while requests are read: what is checked later would still hold in the next turn, for requests that arrive meanwhile.
   */
  #freshenOncePerTurn(): ListenerState {
    if (this.#checkedThisTurn) return this.#listenerState();
    this.#checkedThisTurn = true;
    setImmediate(this.#turnEnds);
    return this.#freshen();
  }

  #freshen(): ListenerState {
    const version = this.#version();
    if (version !== this.#seen) this.cache.clear();
    this.#seen = version;
    return this.#listenerState();
  }

  readonly #turnEnds = (): void => {
    this.#checkedThisTurn = false;
  };

  changed({ touches, isHarmless = false, everyPage }: Change): void {
    if (everyPage) {
      this.cache.clear();
      return;
    }
    const tags = [...touches, everythingTag];
    if (touches.some((tag) => tag.startsWith('post:'))) tags.push(anyPostTag);
    this.cache.purge(tags, { isHarmless });
  }

  /** The cached page is looked up afterwards, because something that it shows may have been unpublished meanwhile. */
  async #renderedSoonOrCached(
    url: string,
    rendering: Promise<CachedPage | null>,
  ): Promise<CachedPage | null> {
    const finished = new AbortController();
    const late = wait(renderTimeoutMs, undefined, { signal: finished.signal });
    try {
      const page = await Promise.race([rendering, late]);
      return page === undefined ? (this.fallback(url) ?? rendering) : page;
    } catch (error) {
      const cached = statusOf(toProblem(error)) === 503 ? this.fallback(url) : undefined;
      if (!cached) throw error;
      return cached;
    } finally {
      finished.abort();
      for (const left of [rendering, late]) left.catch(() => {});
    }
  }
}
