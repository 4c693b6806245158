import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { errorDetails, redactPath } from '../../log/log.ts';
import * as messages from '../../messages/owner.ts';
import { inTranslation, messageIn, translationFor } from '../../messages/server-translation.ts';
import type { RequestContext, Site } from '../context.ts';
import { errorBody, inLanguage, statusOf, toProblem } from '../errors.ts';
import { isSignInPath } from '../limits/load-shedding.ts';
import { Problem } from '../problem.ts';
import { readJson, readPlainBytes } from '../request/body.ts';
import { requestedRange } from '../request/ranges.ts';
import { isWrite, requireSameOrigin } from '../request/same-origin.ts';
import { urls } from '../urls.ts';
import type { Viewer } from '../viewer.ts';
import { descriptionPaths } from './documents.ts';
import { adminBodyBytes, visitorBodyBytes } from './limits.ts';
import { authorize, perform, type Transport } from './perform.ts';
import type { Download, Method, Route, StreamedDownload } from './route.ts';

type Env = { Bindings: { incoming: IncomingMessage; outgoing: ServerResponse; request: RequestContext } };
type HonoContext = Context<Env>;

/** A request with an access token is nothing but that: its cookies are ignored. */
const noCookies = { session: undefined, anonymous: undefined };

const methods: Method[] = ['GET', 'POST', 'PUT', 'DELETE'];

export function createApi(site: Site, routes: readonly Route[]): Hono<Env> {
  const app = new Hono<Env>().basePath(urls.api);

  // GET never gets here (see apiDocuments): these entries make other methods a 405 instead of a 404.
  for (const path of descriptionPaths) app.get(path, (c) => c.notFound());
  for (const route of literalsFirst(routes)) {
    const name = urls.api + route.path.replace(/:(\w+)/g, '{$1}');
    app.on(route.method, route.path, (c) => {
      c.env.request.route = name;
      return respond(site, route, c);
    });
  }

  app.notFound((c) => {
    const { method, path } = c.req;
    const allowed = methods
      .filter((candidate) => app.router.match(candidate, path)[0].length > 0)
      .flatMap((candidate) => (candidate === 'GET' ? ['GET', 'HEAD'] : [candidate]));
    if (allowed.length === 0) throw new Problem('not_found', messages.noSuchRoute(method, redactPath(path)));
    c.header('allow', allowed.join(', '));
    throw new Problem('method_not_allowed', messages.supportedMethods(allowed));
  });

  app.onError((error, c) => {
    const problem = toProblem(error);
    const { id } = c.env.request;
    if (statusOf(problem) >= 500 && problem !== error)
      site.log.error(`${c.req.method} ${redactPath(c.req.path)}`, { id, ...errorDetails(error) });
    c.header('cache-control', 'private, no-store');
    if (problem.retryAfter) c.header('retry-after', String(problem.retryAfter));
    const { translation } = c.env.request;
    const body = errorBody(inLanguage(problem, site.language.lastKnown()), id);
    if (translation) body.error.message = messageIn(translation, body.error.message);
    return c.json(body, statusOf(problem) as 400);
  });
  return app;
}

/** Hono takes the first route that matches; a literal segment is meant before a parameter. */
function literalsFirst(routes: readonly Route[]): Route[] {
  const rank = ({ path }: Route) => path.replace(/[^/:][^/]*/g, '0').replace(/:[^/]*/g, '1');
  return routes.toSorted((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0));
}

async function respond(site: Site, route: Route, c: HonoContext): Promise<Response> {
  const { request, incoming, outgoing } = c.env;
  outgoing.setHeader('cache-control', 'private, no-store');
  const bearer = (await site.bearer?.(incoming)) ?? null;
  const isFromBrowser = bearer === null && isWrite(route.method);
  if (isFromBrowser) requireSameOrigin(incoming.headers, site.blog.siteUrl(), 'api');
  const viewer = bearer ?? (await request.viewer());
  const translation = await (viewer.admin
    ? translationFor(viewer.language, site.language.lastKnown())
    : null);
  if (translation) request.translation = translation;
  authorize(site, route, viewer);
  if (isFromBrowser) {
    const token = c.req.header('x-xsrf-token');
    if (!site.jar.isValidToken(request.cookies, viewer.admin, token))
      throw new Problem('csrf', messages.csrfTokenInvalid);
    requirePageUser(c, route, viewer);
  }
  const input = {
    params: c.req.param(),
    query: c.req.query(),
    body: route.body && (await readJson(incoming, viewer.admin ? adminBodyBytes : visitorBodyBytes)),
  };
  let status = route.status;
  const transport: Transport = {
    userAgent: incoming.headers['user-agent'] ?? '',
    upload: {
      stream: incoming,
      contentType: incoming.headers['content-type'] ?? '',
      bytes: (limit) => readPlainBytes(incoming, limit),
    },
    status: (code) => {
      status = code;
    },
    header: (name, value) => void outgoing.setHeader(name, value),
    setCookies: (cookies) => void outgoing.appendHeader('set-cookie', cookies),
  };
  const job = () =>
    perform(site, route, bearer ? { ...request, cookies: noCookies } : request, viewer, input, transport);
  const inLanguageOfViewer = () => (translation ? inTranslation(translation, job) : job());
  const isQueued = !viewer.admin && !isSignInPath(urls.api + route.path);
  const result = await (isQueued
    ? site.queue.run(isWrite(route.method) ? 'writes' : 'reads', incoming, job)
    : site.queue.runNow(inLanguageOfViewer));
  if (route.download) return sendFile(c, route.download, result as Download | StreamedDownload);
  return sendJson(outgoing, result, status);
}

/** Not as a Response, because the adapter would read its body as a stream, which takes longer than most calls. */
function sendJson(outgoing: ServerResponse, result: unknown, status: number): Response {
  const body = JSON.stringify(result);
  outgoing.statusCode = status;
  outgoing.setHeader('content-type', 'application/json');
  outgoing.setHeader('content-length', Buffer.byteLength(body));
  outgoing.end(body);
  return RESPONSE_ALREADY_SENT;
}

/**
 * A page names the user that it was opened by. After another user has signed in to the same browser, it must not write in
 * their name.
 */
function requirePageUser(c: HonoContext, route: Route, viewer: Viewer): void {
  const pageUser = c.req.header('x-user-id');
  if (route.access === 'public' || !viewer.admin || pageUser === undefined) return;
  if (pageUser !== String(viewer.userId)) throw new Problem('other_user', messages.otherUserSignedIn);
}

async function sendFile(c: HonoContext, type: string, file: Download | StreamedDownload): Promise<Response> {
  const { incoming } = c.env;
  const announce = () => {
    c.header('content-type', type);
    c.header('content-disposition', `attachment; filename="${file.name}"`);
  };
  if ('stream' in file) {
    announce();
    if (incoming.method === 'HEAD') return c.body(null);
    const body = Readable.from(file.stream, { objectMode: false });
    return c.body(Readable.toWeb(body) as ReadableStream);
  }
  const range = requestedRange(incoming.headers, file.etag, file.bytes);
  if (range === 'unsatisfiable') {
    c.header('content-range', `bytes */${file.bytes}`);
    throw new Problem('range_outside', messages.rangeOutsideFile(file.bytes));
  }
  const { start, end } = range ?? { start: 0, end: file.bytes - 1 };
  if (range) c.header('content-range', `bytes ${start}-${end}/${file.bytes}`);
  announce();
  c.header('content-length', String(end - start + 1));
  c.header('accept-ranges', 'bytes');
  c.header('etag', file.etag);
  const status = range ? 206 : 200;
  if (incoming.method === 'HEAD') return c.body(null, status);
  const body = Readable.from(await file.read({ start, end }));
  return c.body(Readable.toWeb(body) as ReadableStream, status);
}
