import type { Db } from '../../db/open.ts';
import type { ListingKind } from '../../db/schema.ts';

/** What a cached response can depend on. A change names the tags it touches, and every response with one is invalidated. */
export type CacheTag =
  | `post:${number}`
  | `link:${number}`
  | `translations:${number}`
  | `${ListingKind}:${string}`
  | 'site'
  | 'authors'
  | 'redirects'
  | 'statistics'
  | 'posts'
  | `posts:${number}`
  | 'lists'
  | 'everything';

export const postTag = (id: number): CacheTag => `post:${id}`;
/** What a link to a post shows: its title, URL and whether it is public. Votes and comments do not touch it. */
export const linkTag = (id: number): CacheTag => `link:${id}`;
/** What the pages of a translation group show of each other. */
export const translationsTag = (group: number): CacheTag => `translations:${group}`;
export const listTag = ({ kind, name }: { kind: ListingKind; name: string }): CacheTag => `${kind}:${name}`;
export const siteTag: CacheTag = 'site';
/** Touched by a change of any author's profile. */
export const authorsTag: CacheTag = 'authors';
/** Whether there are redirects at all. */
export const redirectsTag: CacheTag = 'redirects';
/** Whether visitors are counted. No page depends on it. */
export const statisticsTag: CacheTag = 'statistics';
/** Touched by a change of any post. */
export const anyPostTag: CacheTag = 'posts';
/** Touched by a change of this post, or of one of a thousand others: a header cannot name as many posts. */
export const postsTag = (id: number): CacheTag => `posts:${id >> 10}`;
/** Touched when a post enters, leaves or moves in any list. */
export const anyListTag: CacheTag = 'lists';
/** Touched by every change. */
export const everythingTag: CacheTag = 'everything';

/** What a change touches, with the tags that stand for more than one post or list. */
export function withCommonTags<Tag extends string>(touches: readonly Tag[]): Set<Tag | CacheTag> {
  const all = new Set<Tag | CacheTag>([...touches, everythingTag]);
  for (const tag of touches) {
    const [kind = '', name] = tag.split(':', 2);
    if (kind === 'post') all.add(anyPostTag).add(postsTag(Number(name)));
    else if (name !== undefined && kind !== 'link' && kind !== 'translations') all.add(anyListTag);
  }
  return all;
}

/** The dependencies of a response, recorded while it is made. */
export class Reads {
  readonly tags = new Set<CacheTag>();
  /** False for a response that is meant for one visitor, or whose URL can be invented. */
  isCacheable = true;
  /**
   * `expiresMs`: after how long the cached response may not be sent any more, although nothing changed. `refreshMs`: after how
   * long it is made again; the cached one is sent meanwhile.
   */
  readonly times: { expiresMs?: number; refreshMs?: number } = {};
  /** Whether this response may use shared reads; found out once, at the first of them. */
  mayShare: boolean | undefined;
  /** The post, or page of the owner, that the response is about, for statistics. */
  subject: number | undefined;
  readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** The cached response expires after so long, or earlier. */
  expireWithin(ms: number): void {
    this.times.expiresMs = Math.min(ms, this.times.expiresMs ?? ms);
  }
}

/**
 * The same blog, with a record of what is read through it. Code that uses `blog.db` directly makes the response depend
 * on everything; `read` narrows that. So a forgotten tag costs speed and never shows outdated content.
 */
export function recordingReads<B extends { db: Db }>(blog: B): B & { reads: Reads } {
  const reads = new Reads(blog.db);
  return Object.defineProperty({ ...blog, reads }, 'db', {
    enumerable: true,
    get: () => {
      reads.tags.add(everythingTag);
      return reads.db;
    },
  });
}

/** Reads from the database and records that the result depends on no more than these tags. */
export async function read<Result>(
  blog: { db: Db; reads?: Reads },
  query: (db: Db) => Promise<Result>,
  tagsOf: (result: Result) => readonly [CacheTag, ...CacheTag[]],
): Promise<Result> {
  const { reads } = blog;
  if (!reads) return query(blog.db);
  try {
    const result = await query(reads.db);
    for (const tag of tagsOf(result)) reads.tags.add(tag);
    return result;
  } catch (error) {
    // Any change may make a failed read succeed.
    reads.tags.add(everythingTag);
    throw error;
  }
}

/**
 * What most pages show, read once until a change touches a tag of it. Each page gets the same result, which must therefore not
 * be changed, and depends on the same tags.
 */
export class SharedReads<Blog extends { db: Db }> {
  readonly #blog: Blog;
  /** Whether all changes up to now were purged. */
  readonly isCurrent: () => boolean;
  readonly #known = new Map<string, { result: unknown; tags: ReadonlySet<CacheTag> }>();
  #purges = 0;

  constructor(blog: Blog, isCurrent: () => boolean) {
    this.#blog = blog;
    this.isCurrent = isCurrent;
  }

  /** Null when the result can't be shared. */
  async read<Result>(
    name: string,
    make: (blog: Blog) => Promise<Result>,
  ): Promise<{ result: Result; tags: ReadonlySet<CacheTag> } | null> {
    const known = this.#known.get(name);
    if (known) return known as { result: Result; tags: ReadonlySet<CacheTag> };
    const purges = this.#purges;
    const blog = recordingReads(this.#blog);
    const result = await make(blog);
    const { tags, times, isCacheable } = blog.reads;
    if (!isCacheable || Object.keys(times).length > 0) return null;
    // After a change meanwhile, only this page uses it; the page is not cached either.
    if (purges === this.#purges) this.#known.set(name, { result, tags });
    return { result, tags };
  }

  purge(tags: readonly string[]): void {
    this.#purges++;
    for (const [name, known] of this.#known)
      if (tags.some((tag) => known.tags.has(tag as CacheTag))) this.#known.delete(name);
  }

  clear(): void {
    this.#purges++;
    this.#known.clear();
  }
}

/** Reads what most pages show. Only for recorded responses: others get what the database has now. */
export async function readShared<
  B extends { db: Db; reads?: Reads; shared?: SharedReads<B> | undefined },
  Result,
>(blog: B, name: string, make: (blog: B) => Promise<Result>): Promise<Result> {
  const { reads, shared } = blog;
  if (!reads || !shared) return make(blog);
  reads.mayShare ??= shared.isCurrent();
  const known = reads.mayShare ? await shared.read(name, make) : null;
  if (!known) return make(blog);
  for (const tag of known.tags) reads.tags.add(tag);
  return known.result;
}
