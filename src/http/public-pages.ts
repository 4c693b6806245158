import type { Change } from '../blog/blog.ts';
import { urls } from '../contract/urls.ts';
import { PageCache } from './page-cache.ts';

const hotMs = 1_000;

/** Parameters that pages answer to, and those of them whose answers are kept. Others change nothing on any page. */
const keptParameters = ['show', 'view'];
const ownParameters = ['voted', 'commented', 'comment', 'q', 'name'];

/** Pages for whoever has their link: nobody keeps or lists them, and no log tells the link. */
export const isPreview = (path: string): boolean => path.startsWith(urls.preview(''));

/** The address under which a page is kept, or null for pages that are made for one reader alone. */
export function cacheAddress(url: URL): string | null {
  if (isPreview(url.pathname)) return null;
  if (ownParameters.some((name) => url.searchParams.has(name))) return null;
  const kept = keptParameters
    .filter((name) => url.searchParams.has(name))
    .map((name) => `${name}=${encodeURIComponent(url.searchParams.get(name) ?? '')}`);
  return url.pathname + (kept.length > 0 ? `?${kept.join('&')}` : '');
}

/**
 * The pages of readers. `version` tells of changes that other processes made to the same database: after one, nothing
 * that is kept can be trusted.
 */
export class PublicPages {
  readonly cache: PageCache;
  readonly #version: () => unknown;
  /** What was purged within the last second, and whether it changed again since. */
  readonly #storms = new Map<string, boolean>();
  #seen: unknown;

  constructor(limitBytes: number, version: () => unknown) {
    this.cache = new PageCache(limitBytes);
    this.#version = version;
    this.#seen = version();
  }

  /** To be called before a page is taken from the cache. */
  freshen(): void {
    const version = this.#version();
    if (version === this.#seen) return;
    this.#seen = version;
    this.cache.clear();
  }

  changed({ touches, mayLag }: Change): void {
    if (!mayLag) this.cache.purge(touches);
    else for (const key of touches) this.#purgeSoon(key);
  }

  /** A storm of changes of one thing: the first shows at once, those after it together, once a second. */
  #purgeSoon(key: string): void {
    if (this.#storms.has(key)) {
      this.#storms.set(key, true);
      return;
    }
    this.#storms.set(key, false);
    this.cache.purge([key]);
    setTimeout(() => {
      const more = this.#storms.get(key);
      this.#storms.delete(key);
      if (more) this.#purgeSoon(key);
    }, hotMs).unref();
  }
}
