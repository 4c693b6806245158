import type { Blog } from '../../platform/blog.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { ImportImage } from './api/images.ts';
import { noSuchImport } from './messages/imports.ts';
import { countImportImages, importImagePage } from './store/images.ts';
import { importById } from './store/imports.ts';

/** The images of an import that were not in its source, and what became of each. */
export async function importImages(
  blog: Blog,
  importId: number,
  { state, ...page }: { state?: ImportImage['state'] | undefined; limit: number; offset: number },
): Promise<{ images: ImportImage[]; total: number }> {
  if (!(await importById(blog.db, importId))) throw new Problem('not_found', noSuchImport);
  const rows = await importImagePage(blog.db, importId, state, page);
  const counts = await countImportImages(blog.db, importId);
  return {
    images: rows.map(({ url, state, reason, attempts, next_date, post_id }) => ({
      url,
      state,
      reason,
      attempts,
      next_date: state === 'waiting' ? next_date : null,
      post_id,
    })),
    total: state ? counts[state] : counts.waiting + counts.fetched + counts.lost,
  };
}
