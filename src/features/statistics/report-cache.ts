import type { Blog } from '../../platform/blog.ts';
import type { Db } from '../../platform/db/open.ts';

const lifetime = 60_000;
/** The report and the lists of the site, and reports of some posts. */
const maxEntries = 20;

type Entry = { made: number; result: Promise<unknown> };
const caches = new WeakMap<Db, Map<string, Entry>>();

/** Sums over many days are made once in a minute at most; others are always current. */
export async function cachedIfLong<Result>(
  { db, now }: Pick<Blog, 'db' | 'now'>,
  key: string,
  isLong: boolean,
  make: () => Promise<Result>,
  isCostly: (result: Result) => boolean = () => true,
): Promise<Result> {
  if (!isLong) return make();
  const cache = caches.get(db) ?? new Map<string, Entry>();
  caches.set(db, cache);
  const found = cache.get(key);
  const time = now().getTime();
  if (found && time >= found.made && time < found.made + lifetime) return found.result as Promise<Result>;
  cache.delete(key);
  const [oldest] = cache.keys();
  if (cache.size >= maxEntries && oldest !== undefined) cache.delete(oldest);
  const result = make();
  cache.set(key, { made: time, result });
  // A failure is not remembered, nor is what can be made again at once.
  result.then(
    (made) => isCostly(made) || cache.delete(key),
    () => cache.delete(key),
  );
  return result;
}
