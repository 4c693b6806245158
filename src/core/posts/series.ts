import type { Blog } from '../../platform/blog.ts';
import { anyPostTag, read } from '../../platform/http/cache/reads.ts';
import type { Post } from './api/posts.ts';
import type { SeriesPlace } from './pages/page-api.ts';
import { partsOf, seriesNames } from './store/series.ts';

export const allSeries = ({ db }: Pick<Blog, 'db'>): Promise<string[]> => seriesNames(db);

/** Which part of its series a public post is; null if it is the only one. */
export async function placeInSeries(
  blog: Pick<Blog, 'db' | 'reads'>,
  { id, series }: Pick<Post, 'id' | 'series'>,
): Promise<SeriesPlace | null> {
  if (series === '') return null;
  // Any post may join the series.
  const parts = await read(
    blog,
    (db) => partsOf(db, series),
    () => [anyPostTag],
  );
  const at = parts.findIndex((part) => part.id === id);
  if (at === -1 || parts.length < 2) return null;
  return {
    part: at + 1,
    total: parts.length,
    previous: parts[at - 1] ?? null,
    next: parts[at + 1] ?? null,
  };
}
