import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { visitorBodyBytes } from '../contract/limits.ts';
import { urls } from '../contract/urls.ts';
import type { render } from '../web/entry-server.tsx';
import type { Assets } from '../web/page-data.ts';
import { readForm } from './body.ts';
import type { Site, Visit } from './context.ts';
import { isWrite, refuseForeign } from './guards.ts';
import { errorDetails } from './log.ts';
import { pageApi } from './page-api.ts';

/** Where the pages come from: the build, or Vite while developing. */
export type Renderer = {
  load(): Promise<{ render: typeof render; assets: Assets }>;
  finish(url: string, html: string): Promise<string>;
  /** Answers what belongs to the tool that makes the pages; false when the request is not for it. */
  intercept?(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
};

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>;

export async function builtRenderer(folder: string): Promise<Renderer> {
  const manifest = JSON.parse(
    readFileSync(path.join(folder, 'client/.vite/manifest.json'), 'utf8'),
  ) as Manifest;
  const { file, css = [], imports = [] } = manifest['src/web/entry-client.tsx'] as Manifest[string];
  const assets: Assets = {
    script: `/${file}`,
    modules: imports.map((name) => `/${manifest[name]?.file}`),
    styles: css.map((name) => `/${name}`),
  };
  const built = (await import(pathToFileURL(path.resolve(folder, 'server/entry-server.js')).href)) as {
    render: typeof render;
  };
  return { load: async () => ({ render: built.render, assets }), finish: async (_, html) => html };
}

/** Answers with a page: rendered for this viewer, revalidated by readers, kept private for a signed-in person. */
export async function sendPage(
  site: Site,
  renderer: Renderer,
  visit: Visit,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const method = request.method ?? 'GET';
  const url = new URL(request.url ?? '/', site.blog.siteUrl());
  if (isWrite(method)) refuseForeign(request.headers, site.blog.siteUrl(), 'form');
  const viewer = await visit.viewer();
  if (url.pathname.startsWith(urls.admin) && !viewer.admin) return redirect(response, urls.home, 302);
  if (url.pathname === urls.login && viewer.admin) return redirect(response, urls.admin, 302);

  const { render, assets } = await renderer.load();
  const rendered = await render(await pageRequest(url, request), {
    api: pageApi(site, viewer, visit.address),
    assets,
    onError: (error) => {
      if (!(error as { status?: number })?.status)
        site.log.error('page', { id: visit.id, ...errorDetails(error) });
    },
  });
  if (rendered instanceof Response)
    return redirect(response, rendered.headers.get('location') ?? urls.home, rendered.status);

  const html = await renderer.finish(url.pathname, rendered.html);
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`;
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.setHeader('cache-control', viewer.admin ? 'private, no-store' : 'public, no-cache');
  response.appendHeader('vary', 'cookie');
  if (rendered.status === 200 && !viewer.admin && !isWrite(method)) {
    response.setHeader('etag', etag);
    if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(etag)) {
      response.statusCode = 304;
      response.end();
      return;
    }
  }
  response.statusCode = rendered.status;
  response.setHeader('content-length', Buffer.byteLength(html));
  response.end(method === 'HEAD' ? undefined : html);
}

async function pageRequest(url: URL, request: IncomingMessage): Promise<Request> {
  const abort = new AbortController();
  request.once('close', () => {
    if (!request.complete) abort.abort();
  });
  const method = request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET');
  if (!isWrite(method)) return new Request(url, { method, signal: abort.signal });
  return new Request(url, { method, body: await readForm(request, visitorBodyBytes), signal: abort.signal });
}

export function redirect(response: ServerResponse, location: string, status: number): void {
  response.statusCode = status;
  response.setHeader('location', location);
  response.setHeader('cache-control', status === 301 ? 'public, max-age=3600' : 'no-store');
  response.end();
}
