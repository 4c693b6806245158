import { everyPost } from '../../blog/posts/posts.ts';
import { urls } from '../../contract/urls.ts';
import type { Make } from '../cache/documents.ts';
import type { Site } from '../context.ts';
import { docsPage, docsStyle } from './docs.ts';
import { openApi } from './openapi.ts';
import type { Route } from './route.ts';
import { routesOf } from './table.ts';

const json = 'application/json; charset=utf-8';

/** The documentation of the API. */
export const descriptionPaths = ['/openapi.json', '/docs', '/docs.css'] as const;

type ApiDocument = { make: Make; isDocumentation: boolean };

/** Responses that are expensive and the same for every visitor: cached like pages. */
export function apiDocuments(
  site: Site,
  routes: readonly Route[] = routesOf(site.blog),
): ReadonlyMap<string, ApiDocument> {
  const openApiDocument = () =>
    openApi(routes, {
      siteUrl: site.blog.siteUrl(),
      version: site.blog.version,
      sessionCookie: site.jar.sessionName,
    });
  const documentation = (type: string, write: () => string): ApiDocument => ({
    make: async () => ({ type, body: write() }),
    isDocumentation: true,
  });
  const everyCard: Make = async (blog) => ({ type: json, body: JSON.stringify(await everyPost(blog)) });
  const [openApiPath, docsPath, stylePath] = descriptionPaths;
  return new Map([
    [urls.api + openApiPath, documentation(json, () => JSON.stringify(openApiDocument()))],
    [urls.api + docsPath, documentation('text/html; charset=utf-8', () => docsPage(openApiDocument()))],
    [urls.api + stylePath, documentation('text/css; charset=utf-8', () => docsStyle)],
    [`${urls.api}/getposts`, { make: everyCard, isDocumentation: false }],
  ]);
}
