import { setTimeout as wait } from 'node:timers/promises';
import type { Blog, CacheChange } from '../../blog.ts';
import { statusOf, toProblem } from '../errors.ts';
import { type CachedPage, PageCache } from './page-cache.ts';
import { SharedReads, withCommonTags } from './reads.ts';

/** How long a reader waits for a new page while there is a cached one that may be out of date. */
const renderTimeoutMs = 1_000;

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
  #shared: SharedReads<Blog> | undefined;
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

  /** What pages of this blog share; it is as fresh as they are. */
  sharedReads(blog: Blog): SharedReads<Blog> {
    this.#shared = new SharedReads(blog, () => this.#freshen() === 'connected');
    return this.#shared;
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
    if (version !== this.#seen) this.clear();
    this.#seen = version;
    return this.#listenerState();
  }

  readonly #turnEnds = (): void => {
    this.#checkedThisTurn = false;
  };

  clear(): void {
    this.cache.clear();
    this.#shared?.clear();
  }

  changed({ touches, isHarmless = false, everyPage }: CacheChange): void {
    if (everyPage) {
      this.clear();
      return;
    }
    const tags = [...withCommonTags(touches)];
    this.cache.purge(tags, { isHarmless });
    this.#shared?.purge(tags);
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
