import type { Blog } from '../../blog.ts';
import { type RouteNames, routeNamer } from '../metrics/routes.ts';

/**
 * What is special about the pages at some paths. A page that no module describes is public: it is cached under its path, indexed
 * and counted.
 */
export type PageProperties = {
  isAt(path: string): boolean;
  /** The key under which it is cached, without parameters that change nothing; null when it is meant for one reader. */
  cacheKey?(url: URL): string | null;
  /** Its URL is a secret, or meant for one person: it is neither cached, indexed nor counted. */
  isForFew?: true;
  isIndexed?: false;
  isCounted?: false;
  /** The Accept header decides between the page and a document at the same URL. */
  isNegotiated?: true;
  referrerPolicy?: 'no-referrer' | 'same-origin' | 'strict-origin';
  /** Its URL alone allows what a form does: no origin is needed. With `withoutBody` the URL also says all of it. */
  isAuthorizedByUrl?: true | 'withoutBody';
  /** Neither runs nor sends anything. */
  isSandboxed?: true;
  /** Whether this URL shows a form whose age is checked. */
  showsForm?(url: URL): boolean;
};

/** A second representation of some pages, for programs that ask for it by the Accept header. */
type Alternative = {
  isOn(blog: Blog): boolean;
  isAt(path: string): boolean;
  isWanted(accept: string | undefined): boolean;
};

/** What a module says about URLs. */
export type PagesOfModule = {
  pages?: readonly PageProperties[];
  alternative?: Alternative;
  /** Whether a parameter makes any page one for this request only. */
  isUncached?(url: URL): boolean;
  /** Whether a screen of the owner may show this URL in a frame. */
  isFramed?(url: URL): boolean;
  routeNames?: RouteNames;
};

/** A document and the page about it share a URL; a path never contains a space. */
const asPage = ' as page';

/** The URL of a cache key. */
export const urlOfKey = (cached: string): string =>
  cached.endsWith(asPage) ? cached.slice(0, -asPage.length) : cached;

const plain: PageProperties = { isAt: () => true };

/** The properties of all pages, by their paths. Those of later modules come first. */
export class PageTable {
  readonly #pages: readonly PageProperties[];
  readonly #negotiated: readonly PageProperties[];
  readonly #alternatives: readonly Alternative[];
  readonly #uncached: readonly ((url: URL) => boolean)[];
  readonly #framed: readonly ((url: URL) => boolean)[];
  /** The route of a path, for the metrics. */
  readonly routeOf: (path: string) => string;

  constructor(modules: readonly PagesOfModule[]) {
    this.#pages = modules.toReversed().flatMap(({ pages = [] }) => pages);
    // Asked for each request, before anything else is known of it.
    this.#negotiated = this.#pages.filter(({ isNegotiated }) => isNegotiated);
    this.#alternatives = modules.flatMap(({ alternative = [] }) => alternative);
    this.#uncached = modules.flatMap(({ isUncached = [] }) => isUncached);
    this.#framed = modules.flatMap(({ isFramed = [] }) => isFramed);
    this.routeOf = routeNamer(modules.flatMap(({ routeNames = [] }) => routeNames));
  }

  at(path: string): PageProperties {
    return this.#pages.find(({ isAt }) => isAt(path)) ?? plain;
  }

  isNegotiated(path: string): boolean {
    return this.#negotiated.some(({ isAt }) => isAt(path));
  }

  /** The key of the page rather than of the document. */
  keyAsPage(path: string): string {
    return path + asPage;
  }

  hasAlternative(blog: Blog, path: string): boolean {
    return this.#alternatives.some(({ isAt, isOn }) => isAt(path) && isOn(blog));
  }

  wantsAlternative(path: string, accept: string | undefined): boolean {
    return this.#alternatives.some(({ isAt, isWanted }) => isWanted(accept) && isAt(path));
  }

  isFramed(url: URL): boolean {
    return this.#framed.some((isFramed) => isFramed(url));
  }

  /** The key under which a page is cached; null for pages that are rendered for one reader. */
  cacheKey(url: URL): string | null {
    const { isForFew, isNegotiated, cacheKey } = this.at(url.pathname);
    if (isForFew || this.#uncached.some((isUncached) => isUncached(url))) return null;
    if (isNegotiated) return this.keyAsPage(url.pathname);
    return cacheKey ? cacheKey(url) : url.pathname;
  }
}
