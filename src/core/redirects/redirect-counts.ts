import { type Blog, nowIso } from '../../platform/blog.ts';
import type { Db } from '../../platform/db/open.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { maxUnknownPaths } from '../../platform/http/api/limits.ts';
import { addHits, addUnknownPaths, trimUnknownPaths } from './store/counts.ts';
import { rememberedPath } from './unknown-paths.ts';

/** How many different redirects and unknown paths a process counts before it writes them. */
const maxHits = 2000;
const maxPaths = 1000;
/** How many unknown paths one flush writes: those asked for most. */
const pathsPerFlush = 100;
/** A path is stored once it was asked for twice, so that a scan of different paths writes nothing. */
const leastAsked = 2;
const expireMs = 90 * 24 * 60 * 60 * 1000;

/**
 * Counts in memory, because a write per request would make redirects as expensive as comments. When there are too many
 * unknown paths, each count is lowered and the paths at zero are dropped (Misra and Gries), so that those that are asked for
 * often stay, whatever a scanner asks for.
 */
export class RedirectCounts {
  hits = new Map<number, number>();
  readonly paths = new Map<string, number>();

  hit(id: number, by = 1): void {
    if (this.hits.size < maxHits || this.hits.has(id)) this.hits.set(id, (this.hits.get(id) ?? 0) + by);
  }

  unknown(path: string): void {
    const count = this.paths.get(path);
    if (count !== undefined) this.paths.set(path, count + 1);
    else if (this.paths.size < maxPaths) this.paths.set(path, 1);
    else
      for (const [other, asked] of this.paths) {
        if (asked === 1) this.paths.delete(other);
        else this.paths.set(other, asked - 1);
      }
  }

  /** Removes and returns what is worth storing; paths that were asked for once stay. */
  take(): { hits: Map<number, number>; paths: [string, number][] } {
    const { hits } = this;
    this.hits = new Map();
    const often = [...this.paths]
      .filter(([, count]) => count >= leastAsked)
      .sort(([, a], [, b]) => b - a)
      .slice(0, pathsPerFlush);
    for (const [path] of often) this.paths.delete(path);
    return { hits, paths: often };
  }
}

/** Of each site that this process serves. */
const counts = new WeakMap<Db, RedirectCounts>();

function countsOf({ db }: Blog): RedirectCounts {
  const known = counts.get(db) ?? new RedirectCounts();
  counts.set(db, known);
  return known;
}

export const countHit = (blog: Blog, id: number): void => countsOf(blog).hit(id);

export function countUnknown(blog: Blog, path: string, search: string): void {
  const remembered = rememberedPath(path, search);
  if (remembered !== null) countsOf(blog).unknown(remembered);
}

/** Writes what this process has counted. */
export async function flushCounts(blog: Blog): Promise<void> {
  const own = countsOf(blog);
  const { hits, paths } = own.take();
  if (hits.size === 0 && paths.length === 0) return;
  try {
    await inTransaction(blog.db, async (tx) => {
      await addHits(tx, hits);
      if (paths.length === 0) return;
      await addUnknownPaths(tx, paths, nowIso(blog));
      const before = new Date(blog.now().getTime() - expireMs).toISOString();
      await trimUnknownPaths(tx, maxUnknownPaths, before);
    });
  } catch (error) {
    for (const [id, count] of hits) own.hit(id, count);
    throw error;
  }
}
