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
/** Touched by every change. */
export const everythingTag: CacheTag = 'everything';

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
