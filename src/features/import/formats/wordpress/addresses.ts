import type { BlogIndex } from './index-of-blog.ts';

/** The addresses of a blog, relative to where it was served. */
export class Addresses {
  readonly #base: URL;
  readonly host: string;

  /** The folder of the posts in exports of Squarespace, which also has their categories, tags and feeds. */
  readonly #collection: string;

  constructor({ url, collection }: Pick<BlogIndex, 'url' | 'collection'>) {
    this.#collection = collection;
    this.#base = URL.parse(url) ?? new URL('http://blog.invalid/');
    this.host = url ? this.#base.host.replace(/^www\./, '') : '';
  }

  /** A path below the blog, or a query of it. */
  at(path: string): string {
    return new URL(path, this.#base).href.slice(this.#base.origin.length);
  }

  /** Those of a post or page. Feeds below an address are found by the address (`src/core/redirects/find-redirect.ts`). */
  ofPost(id: string, type: string, permalink: string, guid: string): string[] {
    const found = [this.#own(permalink), this.#own(guid)];
    if (id) {
      found.push(this.at(`?p=${id}`));
      if (type === 'page') found.push(this.at(`?page_id=${id}`));
      if (type !== 'page' && type !== 'post')
        found.push(this.at(`?post_type=${encodeURIComponent(type)}&p=${id}`));
    }
    return this.#withoutHome(found);
  }

  ofFile(id: string, permalink: string, url: string): string[] {
    const found = [this.#own(permalink), this.#own(url)];
    if (id) found.push(this.at(`?attachment_id=${id}`));
    return this.#withoutHome(found);
  }

  #withoutHome(paths: readonly (string | null)[]): string[] {
    const known = paths.filter((one) => one !== null);
    return [...new Set(known)].filter((one) => one !== this.at('.') && one !== '/');
  }

  ofCategory(slugs: readonly string[], id: string): string[] {
    const path = this.at(`category/${slugs.map(encodeURIComponent).join('/')}/`);
    const single = this.at(`category/${encodeURIComponent(slugs.at(-1) ?? '')}/`);
    const found = [path, single, ...this.#inCollection('category', slugs.at(-1) ?? '')];
    return [...new Set([...found, ...(id ? [this.at(`?cat=${id}`)] : [])])];
  }

  ofTag(slug: string): string[] {
    const path = this.at(`tag/${encodeURIComponent(slug)}/`);
    return [path, this.at(`?tag=${encodeURIComponent(slug)}`), ...this.#inCollection('tag', slug)];
  }

  #inCollection(kind: string, slug: string): string[] {
    if (!this.#collection) return [];
    return [
      `${this.#collection}/${kind}/${encodeURIComponent(slug)}`,
      `${this.#collection}?${kind}=${encodeURIComponent(slug)}`,
    ].map((path) => this.at(path));
  }

  /** The home page and the feeds of a blog below another path; at the top they are known. */
  ofBlog(): string[] {
    const below = '. feed/ feed/rss/ feed/rss2/ feed/atom/ feed/rdf/ ?feed=rss2 ?feed=atom';
    const paths = this.at('.') === '/' ? [] : below.split(' ');
    if (this.#collection) paths.push(`${this.#collection}?format=rss`);
    return paths.map((path) => this.at(path));
  }

  feedsOfComments(): string[] {
    return ['comments/feed/', 'comments/feed/rss2/', '?feed=comments-rss2'].map((path) => this.at(path));
  }

  /** Path and query of a URL of the blog; null for other sites. */
  #own(url: string): string | null {
    const parsed = URL.parse(url, this.#base);
    if (!url || !parsed || !/^https?:$/.test(parsed.protocol)) return null;
    if (this.host && parsed.host.replace(/^www\./, '') !== this.host) return null;
    return parsed.pathname + parsed.search;
  }
}
