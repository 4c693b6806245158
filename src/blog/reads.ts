import type { Db } from '../db/open.ts';
import type { ListingKind } from '../db/schema.ts';

/** What a cached response can depend on. A change names the tags it touches, and every response with one is invalidated. */
export type CacheTag = `post:${number}` | `${ListingKind}:${string}` | 'site' | 'posts' | 'everything';

export const postTag = (id: number): CacheTag => `post:${id}`;
export const listTag = ({ kind, name }: { kind: ListingKind; name: string }): CacheTag => `${kind}:${name}`;
export const siteTag: CacheTag = 'site';
/** Touched by a change of any post. */
export const anyPostTag: CacheTag = 'posts';
/** Touched by every change. */
export const everythingTag: CacheTag = 'everything';

/** What a response was made of, recorded by the reads of the blog. */
export class Reads {
  readonly tags = new Set<CacheTag>();
  /** False for what is meant for one visitor, or has as many names as visitors care to invent. */
  isCacheable = true;
  /** After how long the response is made again although nothing changed. */
  renewMs: number | undefined;
  readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }
}

/**
 * The same blog with a record of what is read through it. Whatever uses `blog.db` directly makes the response depend on
 * everything; `read` narrows that. So a read that says nothing costs speed and never shows something out of date.
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
    // What failed may succeed after any change.
    reads.tags.add(everythingTag);
    throw error;
  }
}
