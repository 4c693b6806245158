import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { Counted } from '../counted.ts';
import { statusOf, toProblem } from '../errors.ts';
import type { Encoding } from './encoding.ts';
import { matchesEtag } from './etags.ts';

/** A page or a document as it is sent: its bytes, in other encodings once they were asked for, and its cache tags. */
export type CachedPage = {
  etag: string;
  forms: { identity: Buffer } & Partial<Record<Encoding, Buffer>>;
  /** What the page depends on; a change that touches one of them invalidates it. */
  tags: ReadonlySet<string>;
  /** Whether it was read since it was last considered for eviction. */
  read: boolean;
  /** Bytes that it counts for in the cache. */
  weight: number;
  /** Content-Type, Cache-Control, Vary and the like. */
  headers: readonly (readonly [string, string])[];
  isCompressible: boolean;
  /** When it expires although nothing it depends on changed, in milliseconds of `performance.now()`. */
  expiresAt: number;
  /** When it is rendered again although it is not wrong; it is sent meanwhile. */
  refreshAt: number;
  /** A harmless change made it out of date: it is sent only if no new one can be rendered. */
  isStale: boolean;
  /** `Last-Modified`, if it has one. */
  modified: string | null;
  /** As what it is counted, if at all. */
  counted: Counted | null;
};

/**
 * Rendered pages in memory, evicted in the order of a second-chance queue. A change purges exactly the pages that depend
 * on it. A page that was being rendered while a dependency changed is not cached.
 */
export class PageCache {
  readonly #limit: number;
  readonly #pages = new Map<string, CachedPage>();
  readonly #urlsByTag = new Map<string, Set<string>>();
  readonly #rendering = new Map<string, Promise<CachedPage | null>>();
  /** The `#step` at which each tag was last purged; recorded only while something is being rendered. */
  readonly #purged = new Map<string, number>();
  #activeRenderings = 0;
  #refreshing: Promise<void> = Promise.resolve();
  /** When the next page that is due may be refreshed. */
  #nextDue = 0;
  #step = 0;
  #allPurged = 0;
  #bytes = 0;
  #hits = 0;
  #misses = 0;

  constructor(limitBytes: number) {
    this.#limit = limitBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Larger pages are not cached. */
  get maxPageBytes(): number {
    return this.#limit / 4;
  }

  /** For the metrics. */
  get use(): { bytes: number; pages: number; hits: number; misses: number } {
    return { bytes: this.#bytes, pages: this.#pages.size, hits: this.#hits, misses: this.#misses };
  }

  /** The cached page if it is up to date, or with `stale` also one that is not. */
  get(url: string, { stale = false } = {}): CachedPage | undefined {
    const page = this.#pages.get(url);
    if (!page || (!stale && !isUpToDate(page))) return undefined;
    this.#hits++;
    page.read = true;
    return page;
  }

  /**
   * The cached page, or one rendered now; concurrent requests share a rendering. A stale page is used when rendering
   * fails with 503, unless it was evicted meanwhile.
   */
  async read(url: string, render: Render): Promise<CachedPage | null> {
    const cached = this.get(url);
    if (cached) return cached;
    this.#misses++;
    const old = this.#pages.get(url);
    if (old && isOnlyDue(old)) {
      this.#refresh(url, old, render);
      return old;
    }
    // One request renders an expired page again; concurrent ones get the old one.
    if (old && !old.isStale && this.#rendering.has(url)) return old;
    try {
      return await this.#renderOnce(url, render);
    } catch (error) {
      if (!old || this.#pages.get(url) !== old || statusOf(toProblem(error)) !== 503) throw error;
      return old;
    }
  }

  /** Renders a page again in the background, in the encodings that its readers asked for. */
  #refresh(url: string, old: CachedPage, render: Render): void {
    if (this.#rendering.has(url)) return;
    // Many pages are due at the same time; they can wait, and others are read meanwhile.
    if (performance.now() < this.#nextDue) return;
    this.#nextDue = performance.now() + dueMs;
    const before = this.#refreshing;
    const rendering = this.#renderOnce(url, async () => {
      // One at a time, after the old page was sent.
      await before;
      await nextTurn();
      const page = await render();
      if (!page && this.#pages.get(url) === old) this.#evict(url);
      if (page)
        for (const encoding of encodingsOf(old))
          page.forms[encoding] = await compressInPool(page.forms.identity, encoding);
      return page;
    });
    // The next request tries again, and gets the error once the old page may not be sent any more.
    this.#refreshing = rendering.then(
      () => {},
      () => {},
    );
  }

  async #renderOnce(url: string, render: Render): Promise<CachedPage | null> {
    const current = this.#rendering.get(url);
    if (current) return current;
    const rendering = this.#render(url, render);
    this.#rendering.set(url, rendering);
    try {
      return await rendering;
    } finally {
      if (this.#rendering.get(url) === rendering) this.#rendering.delete(url);
    }
  }

  async #render(url: string, render: Render): Promise<CachedPage | null> {
    const startedAt = this.#step;
    this.#activeRenderings++;
    const page = await render().finally(() => {
      this.#activeRenderings--;
    });
    const changed =
      this.#allPurged > startedAt ||
      [...(page?.tags ?? [])].some((tag) => (this.#purged.get(tag) ?? 0) > startedAt);
    if (this.#activeRenderings === 0) this.#purged.clear();
    if (page && !changed) this.#store(url, page);
    return page;
  }

  /**
   * Evicts every page that depends on one of these tags. After a harmless change pages stay as stale ones, in case new
   * ones cannot be rendered; after any other change a page might show something that was unpublished.
   */
  purge(tags: Iterable<string>, { isHarmless = false } = {}): void {
    this.#step++;
    for (const tag of tags) {
      if (this.#activeRenderings > 0) this.#purged.set(tag, this.#step);
      for (const url of this.#urlsByTag.get(tag) ?? [])
        if (isHarmless) (this.#pages.get(url) as CachedPage).isStale = true;
        else this.#evict(url);
    }
    // Requests after the change must not share a rendering that began before it.
    this.#rendering.clear();
  }

  clear(): void {
    this.#step++;
    this.#allPurged = this.#step;
    this.#pages.clear();
    this.#urlsByTag.clear();
    this.#rendering.clear();
    this.#bytes = 0;
  }

  #store(url: string, page: CachedPage): void {
    page.weight = sizeOf(page);
    if (page.weight > this.maxPageBytes) return;
    this.#evict(url);
    this.#pages.set(url, page);
    this.#bytes += page.weight;
    for (const tag of page.tags) {
      const urls = this.#urlsByTag.get(tag) ?? new Set();
      this.#urlsByTag.set(tag, urls.add(url));
    }
    this.#evictOldest();
  }

  /** Call this when a page got another encoding. */
  weigh(url: string, page: CachedPage): void {
    if (this.#pages.get(url) !== page) return;
    const weight = sizeOf(page);
    this.#bytes += weight - page.weight;
    page.weight = weight;
    this.#evictOldest();
  }

  #evictOldest(): void {
    for (const [url, oldest] of this.#pages) {
      if (this.#bytes <= this.#limit) break;
      if (oldest.read) this.#moveToEnd(url, oldest);
      else this.#evict(url);
    }
  }

  /** A page that was read gets a second chance: cheaper than moving it at every read, as an LRU cache does. */
  #moveToEnd(url: string, page: CachedPage): void {
    page.read = false;
    this.#pages.delete(url);
    this.#pages.set(url, page);
  }

  #evict(url: string): void {
    const page = this.#pages.get(url);
    if (!page) return;
    this.#pages.delete(url);
    this.#bytes -= page.weight;
    for (const tag of page.tags) {
      const urls = this.#urlsByTag.get(tag);
      urls?.delete(url);
      if (urls?.size === 0) this.#urlsByTag.delete(tag);
    }
  }
}

type Render = () => Promise<CachedPage | null>;

const isUpToDate = (page: CachedPage): boolean =>
  !page.isStale && performance.now() < Math.min(page.expiresAt, page.refreshAt);

/** Whether a page is to be rendered again, but not wrong, so that it may be sent meanwhile. */
const isOnlyDue = (page: CachedPage): boolean => !page.isStale && performance.now() < page.expiresAt;

/** The least time between two pages that are refreshed only because they are due. */
const dueMs = 50;

const encodingsOf = ({ forms }: CachedPage): Encoding[] =>
  (Object.keys(forms) as (keyof typeof forms)[]).filter((form) => form !== 'identity');

const bookkeeping = 1_000;
const sizeOf = ({ forms, tags }: CachedPage): number =>
  Object.values(forms).reduce((sum, form) => sum + form.length, 0) + tags.size * 50 + bookkeeping;

export type Kind = {
  type?: string;
  /** Whether the same URL has another representation for requests that accept something else. */
  isNegotiated?: boolean;
  /** `max-age`; without it, clients revalidate each time. */
  seconds?: number | undefined;
  modified?: Date | undefined;
  headers?: readonly (readonly [string, string])[];
  /** After how long it expires although nothing changed; never, without it. */
  expiresMs?: number | undefined;
  /** After how long it is rendered again although nothing changed; never, without it. */
  refreshMs?: number | undefined;
  counted?: Counted | null;
};

export function preparePage(body: string | Buffer, tags: ReadonlySet<string>, kind: Kind = {}): CachedPage {
  const {
    type = 'text/html; charset=utf-8',
    isNegotiated = false,
    seconds,
    modified,
    headers = [],
    expiresMs = Number.POSITIVE_INFINITY,
    refreshMs = Number.POSITIVE_INFINITY,
    counted = null,
  } = kind;
  const identity = Buffer.from(body);
  const isCompressible = !type.startsWith('image/') || type.startsWith('image/svg');
  const vary = [...(isNegotiated ? ['accept'] : []), ...(isCompressible ? ['accept-encoding'] : [])];
  return {
    // It only tells versions of one page apart: SHA-1 takes half the time of SHA-256.
    etag: `"${hash('sha1', identity, 'base64url').slice(0, 22)}"`,
    forms: { identity },
    tags,
    read: false,
    weight: 0,
    headers: [
      ['content-type', type],
      ['cache-control', seconds ? `public, max-age=${seconds}` : 'public, no-cache'],
      ...(vary.length > 0 ? [['vary', vary.join(', ')] as const] : []),
      ...(modified ? [['last-modified', modified.toUTCString()] as const] : []),
      ...headers,
    ],
    isCompressible,
    expiresAt: performance.now() + expiresMs,
    refreshAt: performance.now() + refreshMs,
    isStale: false,
    modified: modified?.toUTCString() ?? null,
    counted,
  };
}

/** The encoding in which a page is sent to a client that accepts this one. */
export const encodingOf = (page: CachedPage, accepted: Encoding): Encoding =>
  page.isCompressible ? worthwhile(page.forms.identity, accepted) : 'identity';

/** What is shorter grows by compression, or fits into one packet anyway. */
export const worthwhile = ({ length }: Buffer, accepted: Encoding): Encoding =>
  length > worthCompressing ? accepted : 'identity';

export const worthCompressing = 256;

const making = new WeakMap<CachedPage, Map<Encoding, Promise<Buffer>>>();

/** The page in this encoding, compressed when it is first needed. */
export async function formOf(page: CachedPage, encoding: Encoding): Promise<Buffer> {
  const made = page.forms[encoding];
  if (made) return made;
  const forms = making.get(page) ?? new Map<Encoding, Promise<Buffer>>();
  making.set(page, forms);
  const form = forms.get(encoding) ?? compress(page.forms.identity, encoding);
  forms.set(encoding, form);
  page.forms[encoding] = await form;
  return form;
}

/** Below this, a thread of the pool costs more than compressing synchronously. */
const smallBytes = 32 * 1024;

export async function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (bytes.length > smallBytes) return compressInPool(bytes, encoding);
  return encoding === 'gzip' ? gzipSync(bytes) : brotliCompressSync(bytes, brotliOptions(bytes));
}

const compressInPool = (bytes: Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === 'gzip' ? promisify(gzip)(bytes) : promisify(brotliCompress)(bytes, brotliOptions(bytes));

const brotliOptions = (bytes: Buffer) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
});

/**
 * Whether the client has this page already. A date must match exactly: a feed that loses its newest post gets an older
 * Last-Modified and still changed.
 */
export const isCurrent = (page: CachedPage, etags: string | undefined, since: string | undefined): boolean =>
  etags === undefined ? page.modified !== null && since === page.modified : matchesEtag(etags, page.etag);

export const tagsHeader = (tags: Iterable<string>): [string, string] => [
  'surrogate-key',
  [...tags].map(encodeTag).join(' '),
];

const maxCdnSeconds = 24 * 60 * 60;

/** For a CDN that keeps a page until one of its tags is purged. Browsers still ask each time. */
export function cdnHeaders(
  tags: Iterable<string>,
  { expiresMs }: { expiresMs?: number },
): [string, string][] {
  const seconds = Math.min(maxCdnSeconds, Math.floor((expiresMs ?? Number.POSITIVE_INFINITY) / 1000));
  const control = `max-age=${seconds}, stale-while-revalidate=10, stale-if-error=${maxCdnSeconds}`;
  return [
    ['cache-tag', [...tags].map(encodeTag).join(',')],
    ['surrogate-control', control],
    ['cdn-cache-control', control],
  ];
}

/** Tags are separated by spaces, and headers are ASCII. */
export const encodeTag = (tag: string): string => encodeURI(tag);

/** The headers of a cached page; without `form` those of a 304. */
export function cachedHeaders(
  page: CachedPage,
  form?: { encoding: Encoding; bytes: Buffer },
): [string, string | number][] {
  const headers: [string, string | number][] = [
    ...page.headers.filter(([name]) => form || name !== 'content-type').map(([...header]) => header),
    ['etag', page.etag],
  ];
  if (page.tags.size > 0) headers.push(tagsHeader(page.tags));
  if (!form) return headers;
  headers.push(['content-length', form.bytes.length]);
  if (form.encoding !== 'identity') headers.push(['content-encoding', form.encoding]);
  return headers;
}
