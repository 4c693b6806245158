import type { Blog } from '../../platform/blog.ts';
import { everythingTag, postTag, read } from '../../platform/http/cache/reads.ts';
import { maySee, type Viewer } from '../../platform/http/viewer.ts';
import { byTitle } from './store/web-titles.ts';

type PageAtPath<Page> = { page: Page } | { movedTo: string } | 'deleted' | null;

/**
 * What is at the path of a page: the page, the path that it moved to, `deleted`, or null when this viewer finds nothing there.
 * An unknown path costs one query. Visitors cannot tell it from that of an inactive page.
 */
export async function pageAt<Page>(
  blog: Blog,
  viewer: Viewer,
  path: string,
  pageOf: (webTitle: string) => Promise<Page>,
): Promise<PageAtPath<Page>> {
  const found = await read(
    blog,
    (db) => byTitle(db, path),
    (found) => [found ? postTag(found.post_id) : everythingTag],
  );
  if (!found) return null;
  const { web_title, active } = found;
  if (web_title === null || active === null) return 'deleted';
  if (!maySee(viewer, { active })) return null;
  return web_title === path ? { page: await pageOf(path) } : { movedTo: web_title };
}
