import { maxPageDepth, maxWebTitleLength } from '../../../platform/http/api/limits.ts';
import * as messages from '../../../platform/messages/owner.ts';
import { isWebTitle } from '../api/web-titles.ts';

/**
 * First segments of paths that pages cannot have, and what they are used for. A route that is added to the server belongs
 * here, too: `tests/reserved-paths.test.ts` compares this list with all routes.
 */
export const reservedSegments: Readonly<Record<string, string>> = {
  '.well-known': 'files that other programs look for',
  admin: 'the admin area',
  announcement: 'the announcement',
  api: 'the web API',
  apps: 'the counter',
  archive: 'the list of all posts by date',
  assets: 'scripts and styles',
  claim: 'the claim link of a new site',
  card: 'the images that social networks show',
  fediverse: 'the blog as an account of the fediverse',
  filter: 'the lists of categories',
  healthz: 'the health check',
  images: 'uploaded images',
  login: 'signing in',
  mail: 'links in mails',
  mcp: 'assistants',
  metrics: 'the metrics',
  micropub: 'apps that write',
  nodeinfo: 'the blog as an account of the fediverse',
  oauth: 'the permissions of apps',
  post: 'posts',
  preview: 'preview links',
  readyz: 'the health check',
  search: 'the search',
  subscribe: 'subscriptions',
  tag: 'the lists of tags',
  topics: 'the list of topics',
  webapi: 'the web API',
  webmention: 'mentions by other sites',
};

const isSegment = (segment: string): boolean => segment.length <= maxWebTitleLength && isWebTitle(segment);

/** What is wrong with the path of a page, or null. Each page has one spelling: small letters, no trailing slash, no dots. */
export function pagePathProblem(path: string): string | null {
  const [beforeSlash, first = '', ...rest] = path.split('/', maxPageDepth + 2);
  if (beforeSlash !== '') return messages.pagePathWithoutSlash;
  if (Object.hasOwn(reservedSegments, first))
    return messages.pagePathReserved(first, reservedSegments[first] ?? '');
  if (/\.\w+$/.test(path)) return messages.pagePathOfFile;
  if (rest.length >= maxPageDepth || ![first, ...rest].every(isSegment)) return messages.pagePathInvalid;
  return null;
}

const isPagePath = (path: string): boolean => pagePathProblem(path) === null;

/** The path of the page that a URL may be that of; null where no page can be, so that it takes no query. */
export function pagePathIn(pathname: string): string | null {
  if (isPagePath(pathname)) return pathname;
  // Most URLs of attacks are no path of a page: they are decoded only if that could make them one.
  if (!pathname.includes('%') || /%2f/i.test(pathname)) return null;
  try {
    const path = decodeURIComponent(pathname);
    return isPagePath(path) ? path : null;
  } catch {
    return null;
  }
}
