import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { statusOf, toProblem } from '../errors.ts';
import type { Encoding } from './encoding.ts';
import { matchesEtag } from './etags.ts';

/** A page or a document as it is sent: its bytes, in other encodings once they were asked for, and its cache tags. */
export type CachedPage = {
  etag: string;
  forms: { identity: Buffer } & Partial<Record<Encoding, Buffer>>;
  /** What the page shows: `post:12`, `list`, `tag:x`, `site` … A change of any of them makes the page out of date. */
  keys: ReadonlySet<string>;
  /** Whether somebody read it lately. */
  read: boolean;
  /** What it counts for in the cache. */
  weight: number;
  /** What it is, how it may be cached, and which request headers choose it among the representations of its URL. */
  headers: readonly (readonly [string, string])[];
  isCompressible: boolean;
  /** When it is to be made again although nothing it shows has changed, in milliseconds of `performance.now()`. */
  renewAt: number;
  /** A harmless change made it out of date: it is sent only while no new one can be made. */
  isStale: boolean;
  /** `Last-Modified`, if it has one. */
  modified: string | null;
};

/**
 * Rendered pages in memory, the least recently read ones forgotten first. A change purges exactly the pages that show
 * what was changed. A page that was being rendered while something it shows was changed is not kept.
 */
export class PageCache {
  readonly #limit: number;
  readonly #pages = new Map<string, CachedPage>();
  readonly #showing = new Map<string, Set<string>>();
  readonly #rendering = new Map<string, Promise<CachedPage | null>>();
  /** When each key was last purged, in steps of `#step`; remembered only while something is being rendered. */
  readonly #purged = new Map<string, number>();
  #atWork = 0;
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

  /** How much is kept, and how often it was of use. */
  get use(): { bytes: number; pages: number; hits: number; misses: number } {
    return { bytes: this.#bytes, pages: this.#pages.size, hits: this.#hits, misses: this.#misses };
  }

  /** The cached page, if it is up to date; `stale` also takes one that is not quite. */
  get(url: string, { stale = false } = {}): CachedPage | undefined {
    const page = this.#pages.get(url);
    if (!page || (!stale && (page.isStale || performance.now() >= page.renewAt))) return undefined;
    this.#hits++;
    page.read = true;
    return page;
  }

  /**
   * The page from memory, or rendered now; requests that come meanwhile wait for the same rendering. A stale page is
   * used when a new one cannot be made, unless something worse than its staleness happened to it since.
   */
  async read(url: string, render: () => Promise<CachedPage | null>): Promise<CachedPage | null> {
    const kept = this.get(url);
    if (kept) return kept;
    this.#misses++;
    const old = this.#pages.get(url);
    // One request renews a page; the others get the one that is there.
    if (old && !old.isStale && this.#rendering.has(url)) return old;
    try {
      return await this.#renderOnce(url, render);
    } catch (error) {
      if (!old || this.#pages.get(url) !== old || statusOf(toProblem(error)) !== 503) throw error;
      return old;
    }
  }

  async #renderOnce(url: string, render: () => Promise<CachedPage | null>): Promise<CachedPage | null> {
    const underWay = this.#rendering.get(url);
    if (underWay) return underWay;
    const rendering = this.#render(url, render);
    this.#rendering.set(url, rendering);
    try {
      return await rendering;
    } finally {
      if (this.#rendering.get(url) === rendering) this.#rendering.delete(url);
    }
  }

  async #render(url: string, render: () => Promise<CachedPage | null>): Promise<CachedPage | null> {
    const startedAt = this.#step;
    this.#atWork++;
    const page = await render().finally(() => {
      this.#atWork--;
    });
    const changed =
      this.#allPurged > startedAt ||
      [...(page?.keys ?? [])].some((key) => (this.#purged.get(key) ?? 0) > startedAt);
    if (this.#atWork === 0) this.#purged.clear();
    if (page && !changed) this.#keep(url, page);
    return page;
  }

  /**
   * Evicts every page that depends on one of these. After a harmless change pages stay, as stale ones, in case that new
   * ones cannot be made; after any other, nothing may be shown that was perhaps taken back.
   */
  purge(keys: Iterable<string>, { isHarmless = false } = {}): void {
    this.#step++;
    for (const key of keys) {
      if (this.#atWork > 0) this.#purged.set(key, this.#step);
      for (const url of this.#showing.get(key) ?? [])
        if (isHarmless) (this.#pages.get(url) as CachedPage).isStale = true;
        else this.#forget(url);
    }
    // Whoever asks from now on must not be handed a rendering that began before the change.
    this.#rendering.clear();
  }

  clear(): void {
    this.#step++;
    this.#allPurged = this.#step;
    this.#pages.clear();
    this.#showing.clear();
    this.#rendering.clear();
    this.#bytes = 0;
  }

  #keep(url: string, page: CachedPage): void {
    page.weight = sizeOf(page);
    if (page.weight > this.#limit / 4) return;
    this.#forget(url);
    this.#pages.set(url, page);
    this.#bytes += page.weight;
    for (const key of page.keys) {
      const urls = this.#showing.get(key) ?? new Set();
      this.#showing.set(key, urls.add(url));
    }
    this.#makeRoom();
  }

  /** To be called when a page got another form. */
  weigh(url: string, page: CachedPage): void {
    if (this.#pages.get(url) !== page) return;
    const weight = sizeOf(page);
    this.#bytes += weight - page.weight;
    page.weight = weight;
    this.#makeRoom();
  }

  #makeRoom(): void {
    for (const [url, oldest] of this.#pages) {
      if (this.#bytes <= this.#limit) break;
      if (oldest.read) this.#moveToEnd(url, oldest);
      else this.#forget(url);
    }
  }

  /** Pages that were read since they last stood at the front get another round: cheaper than moving them at each reading. */
  #moveToEnd(url: string, page: CachedPage): void {
    page.read = false;
    this.#pages.delete(url);
    this.#pages.set(url, page);
  }

  #forget(url: string): void {
    const page = this.#pages.get(url);
    if (!page) return;
    this.#pages.delete(url);
    this.#bytes -= page.weight;
    for (const key of page.keys) {
      const urls = this.#showing.get(key);
      urls?.delete(url);
      if (urls?.size === 0) this.#showing.delete(key);
    }
  }
}

const bookkeeping = 1_000;
const sizeOf = ({ forms, keys }: CachedPage): number =>
  Object.values(forms).reduce((sum, form) => sum + form.length, 0) + keys.size * 50 + bookkeeping;

export type Kind = {
  type?: string;
  /** Whether the same URL has another representation for requests that accept something else. */
  isNegotiated?: boolean;
  /** For how long it may be used without asking again; without it, clients always ask. */
  seconds?: number | undefined;
  modified?: Date | undefined;
  headers?: readonly (readonly [string, string])[];
  /** After how long it is made again although nothing changed; never, without it. */
  renewMs?: number | undefined;
};

export function preparePage(body: string | Buffer, keys: ReadonlySet<string>, kind: Kind = {}): CachedPage {
  const {
    type = 'text/html; charset=utf-8',
    isNegotiated = false,
    seconds,
    modified,
    headers = [],
    renewMs,
  } = kind;
  const identity = Buffer.from(body);
  const isCompressible = !type.startsWith('image/') || type.startsWith('image/svg');
  const vary = [...(isNegotiated ? ['accept'] : []), ...(isCompressible ? ['accept-encoding'] : [])];
  return {
    etag: `"${hash('sha256', identity, 'base64url').slice(0, 22)}"`,
    forms: { identity },
    keys,
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
    renewAt: renewMs === undefined ? Number.POSITIVE_INFINITY : performance.now() + renewMs,
    isStale: false,
    modified: modified?.toUTCString() ?? null,
  };
}

/** The encoding in which a page is sent to a client that takes this one. */
export const encodingOf = (page: CachedPage, accepted: Encoding): Encoding =>
  page.isCompressible && page.forms.identity.length > worthCompressing ? accepted : 'identity';

const worthCompressing = 256;

const making = new WeakMap<CachedPage, Map<Encoding, Promise<Buffer>>>();

/** The page in this encoding, made when somebody asks for it first. */
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

/** So little that handing it to another thread costs more than doing it. */
const smallBytes = 32 * 1024;

async function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  const small = bytes.length <= smallBytes;
  if (encoding === 'gzip') return small ? gzipSync(bytes) : promisify(gzip)(bytes);
  const options = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  };
  return small ? brotliCompressSync(bytes, options) : promisify(brotliCompress)(bytes, options);
}

/**
 * Whether a client has this page already. A date must be the very one that was sent: a feed that loses its newest post
 * has an older one, and still changed.
 */
export const isCurrent = (page: CachedPage, tags: string | undefined, since: string | undefined): boolean =>
  tags === undefined ? page.modified !== null && since === page.modified : matchesEtag(tags, page.etag);

/** The headers of a page that is the same for every reader; without a form for one who has it already. */
export function keptHeaders(
  page: CachedPage,
  form?: { encoding: Encoding; bytes: Buffer },
): [string, string | number][] {
  const headers: [string, string | number][] = [
    ...page.headers.filter(([name]) => form || name !== 'content-type').map(([...header]) => header),
    ['etag', page.etag],
    ['surrogate-key', encodeURI([...page.keys].join('\n')).replaceAll('%0A', ' ')],
  ];
  if (!form) return headers;
  headers.push(['content-length', form.bytes.length]);
  if (form.encoding !== 'identity') headers.push(['content-encoding', form.encoding]);
  return headers;
}
