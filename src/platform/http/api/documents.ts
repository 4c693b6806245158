import type { Make } from '../cache/documents.ts';
import type { Site } from '../context.ts';
import { urls } from '../urls.ts';
import { docsPage, docsStyle } from './docs.ts';
import { openApi } from './openapi.ts';
import type { Route } from './route.ts';

const json = 'application/json; charset=utf-8';

/** The documentation of the API. */
export const descriptionPaths = ['/openapi.json', '/docs', '/docs.css'] as const;

/** The documentation, which is the same for everyone: cached like pages. */
export function apiDocuments(site: Site, routes: readonly Route[]): ReadonlyMap<string, Make> {
  const openApiDocument = () =>
    openApi(routes, {
      siteUrl: site.blog.siteUrl(),
      version: site.blog.version,
      sessionCookie: site.jar.sessionName,
    });
  const documentation = (type: string, write: () => string): Make => {
    // Kept beside the page cache, which may be off. The URL of the site is unknown until the server listens.
    let made = { siteUrl: '', body: '' };
    return async ({ siteUrl }) => {
      if (made.siteUrl !== siteUrl()) made = { siteUrl: siteUrl(), body: write() };
      return { type, body: made.body };
    };
  };
  const [openApiPath, docsPath, stylePath] = descriptionPaths;
  return new Map([
    [urls.api + openApiPath, documentation(json, () => JSON.stringify(openApiDocument()))],
    [urls.api + docsPath, documentation('text/html; charset=utf-8', () => docsPage(openApiDocument()))],
    [urls.api + stylePath, documentation('text/css; charset=utf-8', () => docsStyle)],
  ]);
}
