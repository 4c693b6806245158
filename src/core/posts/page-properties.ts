import { maxTagLength, pageStep } from '../../platform/http/api/limits.ts';
import { commentsUrl, pageNumber, pageUrl } from '../../platform/http/api/page-number.ts';
import type { PageProperties } from '../../platform/http/pages/page-properties.ts';
import { urls } from '../../platform/http/urls.ts';
import { listUrl, parseListUrl } from './lists/api/list-url.ts';
import { pagePathIn } from './rules/page-paths.ts';
import { countsPath, keyOfCounts } from './votes/counts.ts';

/** `comment-id` redirects to the page of a comment. */
const personalParameters = ['voted', 'commented', 'comment', 'reply', 'comment-id'];

/** Unusual lists are not cached, so that the cache cannot be filled with copies of one page. */
function keyOfList({ pathname, searchParams }: URL): string | null {
  const part = parseListUrl(searchParams);
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  if (part.show % pageStep > 0 || decodeURIComponent(name).length > maxTagLength) return null;
  return listUrl(pathname, part);
}

export const postPages: readonly PageProperties[] = [
  {
    isAt: (path) => path === urls.home || path.startsWith(urls.tag('')) || path.startsWith(urls.category('')),
    cacheKey: keyOfList,
  },
  // Lists with numbered pages.
  {
    isAt: (path) => path === urls.topics || path.startsWith(urls.archiveYear('')),
    cacheKey: ({ pathname, searchParams }) => pageUrl(pathname, pageNumber(searchParams)),
  },
  {
    isAt: (path) => path === urls.search,
    cacheKey: ({ pathname, searchParams }) => (searchParams.has('q') ? null : pathname),
  },
  // The direct link to a post, which redirects.
  { isAt: (path) => path === urls.post('').slice(0, -1), cacheKey: () => null },
  { isAt: (path) => path === countsPath, cacheKey: keyOfCounts, isCounted: false },
  // Parts of lists, for the script of public pages.
  { isAt: (path) => path.startsWith(`${urls.api}/`), cacheKey: () => null, isCounted: false },
  // Pages of the owner take comments as posts do.
  {
    isAt: (path) => path.startsWith(urls.post('')) || pagePathIn(path) !== null,
    cacheKey: ({ pathname, searchParams }) =>
      personalParameters.some((name) => searchParams.has(name))
        ? null
        : commentsUrl(pathname, pageNumber(searchParams, 'comments')),
    showsForm: ({ searchParams }) => searchParams.has('comment') || searchParams.has('reply'),
  },
];
