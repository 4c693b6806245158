import { everyPost } from '../../blog/posts/posts.ts';
import { urls } from '../../contract/urls.ts';
import type { Make } from '../cache/documents.ts';
import type { Site } from '../context.ts';
import { docsPage, docsStyle } from './docs.ts';
import { openApi } from './openapi.ts';
import type { Route } from './route.ts';
import { table } from './table.ts';

const json = 'application/json; charset=utf-8';

/** What describes the API. It is the same for everyone; the routes of the API know only that it can be read. */
export const descriptionPaths = ['/openapi.json', '/docs', '/docs.css'] as const;

/** `isAnswer`: the answer of a call, and not a description of the API. */
type ApiDocument = { make: Make; isAnswer: boolean };

/** What the API answers every visitor alike and makes slowly: cached as pages are. */
export function apiDocuments(site: Site, routes: readonly Route[] = table): ReadonlyMap<string, ApiDocument> {
  const openApiDocument = () =>
    openApi(routes, {
      siteUrl: site.blog.siteUrl(),
      version: site.blog.version,
      sessionCookie: site.jar.sessionName,
    });
  const description = (type: string, write: () => string): ApiDocument => ({
    make: async () => ({ type, body: write() }),
    isAnswer: false,
  });
  const everyCard: Make = async (blog) => ({ type: json, body: JSON.stringify(await everyPost(blog)) });
  const [openApiPath, docsPath, stylePath] = descriptionPaths;
  return new Map([
    [urls.api + openApiPath, description(json, () => JSON.stringify(openApiDocument()))],
    [urls.api + docsPath, description('text/html; charset=utf-8', () => docsPage(openApiDocument()))],
    [urls.api + stylePath, description('text/css; charset=utf-8', () => docsStyle)],
    [`${urls.api}/getposts`, { make: everyCard, isAnswer: true }],
  ]);
}
