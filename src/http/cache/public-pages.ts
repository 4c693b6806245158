import { setTimeout as wait } from 'node:timers/promises';
import { anyPostKey, type Change, postKey } from '../../blog/blog.ts';
import { pageStep, tagMax } from '../../contract/limits.ts';
import { listUrl, parseListUrl } from '../../contract/list-url.ts';
import { urls } from '../../contract/urls.ts';
import type { ListenerState } from '../../db/change-listener.ts';
import { isUnavailable } from '../../db/dialect.ts';
import { isNegotiated } from '../discovery/feeds.ts';
import { type CachedPage, PageCache } from './page-cache.ts';

/** Longer lists are made for each request. */
const mostCached = 100;
const hotMs = 1_000;
/** How long a reader waits for a new page where there is an old one that may still be right. */
const patienceMs = 1_000;

/** Pages for whoever has their link: nobody keeps or lists them, and no log tells the link. */
export const isPreview = (path: string): boolean => path.startsWith(urls.preview(''));

/** The page of a post with its comment form open. */
export const showsForm = ({ pathname, searchParams }: URL): boolean =>
  isPost(pathname) && searchParams.has('comment');

const isPost = (path: string): boolean => path.startsWith(urls.post(''));
const isList = (path: string): boolean =>
  path === urls.home || path.startsWith(urls.tag('')) || path.startsWith(urls.category(''));

/** Parameters of pages that are made for one reader alone: what came of their form, what they look for. */
function isPersonal({ pathname, searchParams }: URL): boolean {
  if (isPost(pathname)) return ['voted', 'commented', 'comment'].some((name) => searchParams.has(name));
  if (pathname === urls.search) return searchParams.has('q');
  if (pathname === urls.there) return searchParams.has('count');
  return pathname === urls.post('').slice(0, -1);
}

/**
 * The address under which a page is cached, or null for pages that are made for one reader alone. What a page does not
 * answer to is left out, and long or odd lists are not cached, so that the cache cannot be filled with copies of one page.
 */
export function cacheAddress(url: URL): string | null {
  if (isPreview(url.pathname) || isPersonal(url)) return null;
  if (isNegotiated(url.pathname)) return url.pathname + asPage;
  if (!isList(url.pathname)) return url.pathname;
  const part = parseListUrl(url.searchParams);
  const name = url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
  if (part.show > mostCached || part.show % pageStep > 0 || decodeURIComponent(name).length > tagMax)
    return null;
  return listUrl(url.pathname, part);
}

/** A feed and the page about it share a URL; no path has a blank in it. */
export const asPage = ' as page';

/** The URL of a page in the cache. */
export const addressOf = (cached: string): string =>
  cached.endsWith(asPage) ? cached.slice(0, -asPage.length) : cached;

/** How changes by other processes show; either may be left out. */
export type Others = {
  /** A value that is another one after a change: then nothing that is kept can be trusted. */
  version?: () => unknown;
  /** Whether `changed` and `cache.clear` are being called for what others do. */
  listenerState?: () => ListenerState;
};

/** The pages of readers. */
export class PublicPages {
  readonly cache: PageCache;
  readonly #version: () => unknown;
  readonly #listenerState: () => ListenerState;
  /** What was purged within the last second, and whether it changed again since. */
  readonly #storms = new Map<string, boolean>();
  #seen: unknown;
  #askedThisTurn = false;

  constructor(limitBytes: number, { version = () => null, listenerState = () => 'connected' }: Others = {}) {
    this.cache = new PageCache(limitBytes);
    this.#version = version;
    this.#listenerState = listenerState;
    this.#seen = version();
  }

  /** A page that can be sent as it is. While the data cannot be reached nobody changes it from here, so the page will do. */
  kept(url: string): CachedPage | undefined {
    const listenerState = this.#freshen();
    return listenerState === 'disconnected'
      ? undefined
      : this.cache.get(url, { stale: listenerState === 'unreachable' });
  }

  /** The kept page, or a new one; when that cannot be made soon, the kept one even if nobody knows whether it changed. */
  async read(url: string, render: () => Promise<CachedPage | null>): Promise<CachedPage | null> {
    const listenerState = this.#freshen();
    if (listenerState === 'connected') return this.cache.read(url, render);
    const kept = this.cache.get(url, { stale: true });
    if (!kept) return render();
    return listenerState === 'unreachable' ? kept : soonOr(kept, render());
  }

  /**
   * Requests that are read in one turn of the event loop were all there before it began, so that one question answers for
   * all of them.
   */
  #freshen(): ListenerState {
    if (this.#askedThisTurn) return this.#listenerState();
    this.#askedThisTurn = true;
    setImmediate(this.#turnEnds);
    const version = this.#version();
    if (version !== this.#seen) this.cache.clear();
    this.#seen = version;
    return this.#listenerState();
  }

  readonly #turnEnds = (): void => {
    this.#askedThisTurn = false;
  };

  changed({ touches, mayLag }: Change): void {
    const keys = touches.some((key) => key.startsWith(postKey(''))) ? [...touches, anyPostKey] : touches;
    if (!mayLag) this.cache.purge(keys);
    else for (const key of keys) this.#purgeSoon(key);
  }

  /** A storm of changes of one thing: the first shows at once, those after it together, once a second. */
  #purgeSoon(key: string): void {
    if (this.#storms.has(key)) {
      this.#storms.set(key, true);
      return;
    }
    this.#storms.set(key, false);
    this.cache.purge([key], { isHarmless: true });
    setTimeout(() => {
      const more = this.#storms.get(key);
      this.#storms.delete(key);
      if (more) this.#purgeSoon(key);
    }, hotMs).unref();
  }
}

async function soonOr(kept: CachedPage, rendering: Promise<CachedPage | null>): Promise<CachedPage | null> {
  const finished = new AbortController();
  const late = wait(patienceMs, kept, { signal: finished.signal });
  try {
    return await Promise.race([rendering, late]);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return kept;
  } finally {
    finished.abort();
    for (const left of [rendering, late]) left.catch(() => {});
  }
}
