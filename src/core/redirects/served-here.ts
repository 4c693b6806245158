import type { Blog } from '../../platform/blog.ts';
import { noFilter } from '../../platform/http/api/limits.ts';
import { visitor } from '../../platform/http/viewer.ts';
import { listExists } from '../posts/list-exists.ts';
import { pagePathIn } from '../posts/rules/page-paths.ts';
import { byTitle } from '../posts/store/web-titles.ts';

/** Files and pages that every site has; a test compares them with the routes of the server. */
const alwaysServed =
  /^\/(?:archive(?:\/\d{4}(?:\/\d{2})?)?|topics|search|apps\/there|feed\.xml|atom\.xml|feed\.json|robots\.txt|sitemap(?:-\d+)?\.xml|\.well-known\/security\.txt|manifest\.webmanifest|opensearch\.xml|title-font\.css|favicon\.(?:svg|ico)|apple-touch-icon\.png|icon-(?:192|512|maskable-512)\.png)?$/;

/**
 * What this site itself has at a canonical path: a page (of any kind), a former address of a post, or nothing. For
 * `readers`, what they cannot see counts as nothing.
 */
export async function servedHere(
  blog: Blog,
  path: string,
  to: 'readers' | 'owner',
): Promise<'page' | 'moved' | null> {
  if (alwaysServed.test(path)) return 'page';
  const [, kind, segment = ''] =
    /^\/(post|tag|filter)\/([^/]+)$/.exec(path) ??
    /^\/(tag|filter)\/([^/]+)\/(?:feed\.xml|atom\.xml|feed\.json)$/.exec(path) ??
    [];
  const name = decodeURIComponent(segment);
  if (kind === 'tag' || kind === 'filter') {
    const list = { tag: kind === 'tag' ? name : noFilter, category: kind === 'filter' ? name : noFilter };
    return (await listExists(blog, visitor, list)) ? 'page' : null;
  }
  const title = kind === 'post' ? name : pagePathIn(path);
  const found = title === null ? undefined : await byTitle(blog.db, title);
  if (!found || found.web_title === null) return null;
  if (to === 'readers' && found.active !== 1) return null;
  return found.web_title === title ? 'page' : 'moved';
}
