import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { errorDetails, redactPath, redactTokens, requestLogFields } from '../log/log.ts';
import * as messages from '../messages/owner.ts';
import { type Module, modulesOn, routesOf } from '../module.ts';
import { createApi } from './api/app.ts';
import { apiDocuments } from './api/documents.ts';
import { sendDocument } from './cache/documents.ts';
import { fallbackPage, fastPath } from './cache/fast-path.ts';
import { sendCached } from './cache/send-cached.ts';
import { type RequestContext, requestContext, type Site } from './context.ts';
import { errorBody, inLanguage, statusOf, toProblem } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { securityHeaders, setHeaders } from './headers.ts';
import { whyNotReady } from './health.ts';
import { type ConnectionLimits, Connections, defaultConnectionLimits } from './limits/connections.ts';
import { isSignInPath } from './limits/load-shedding.ts';
import { mayReadMetrics } from './metrics/access.ts';
import { aborted } from './metrics/requests.ts';
import { type Family, metricsText } from './metrics/text.ts';
import { type loadAssets, sendAsset } from './pages/assets.ts';
import { redirect, sendPage } from './pages/pages.ts';
import type { Renderer } from './pages/renderer.ts';
import { Problem } from './problem.ts';
import { normalizedIp } from './request/ip-networks.ts';
import { readTarget, type Target } from './request/path.ts';
import { type Arrival, isProbe, probeHeader } from './request/probe.ts';
import { allowPublished, publishedElsewhere, sendPreflight } from './request/published.ts';
import { isWrite } from './request/same-origin.ts';
import { urls } from './urls.ts';

export type ShutdownState = {
  /** /readyz then fails, and every response closes its connection. */
  isDraining: boolean;
  /** Requests wait for it while the server stops listening. */
  socketClosed: Promise<void> | undefined;
};

type Options = {
  site: Site;
  modules: readonly Module[];
  renderer: Renderer;
  assets: ReturnType<typeof loadAssets>;
  mediaOrigin: string | null;
  shutdown: ShutdownState;
  connections?: ConnectionLimits;
  isAllowedHost: (request: IncomingMessage) => boolean;
  metricsToken: string | null;
  readMetrics: () => Promise<Family[]>;
};

export function createHttpServer(options: Options): Server {
  const { site, assets } = options;
  const api = apiOf(site, options.modules);
  const answers = options.modules.toReversed().flatMap((module) => module.answers?.(site) ?? []);
  const redirects = options.modules.find((module) => module.redirects)?.redirects;
  const contexts = new WeakMap<IncomingMessage, RequestContext>();
  const handleApi = getRequestListener(
    (request, env) => {
      const { incoming, outgoing } = env as { incoming: IncomingMessage; outgoing: ServerResponse };
      return api().app.fetch(request, {
        incoming,
        outgoing,
        request: contexts.get(incoming) as RequestContext,
      });
    },
    // The adapter's own Request and Response classes would not pass instanceof checks in other libraries.
    { errorHandler: refuseMalformed, overrideGlobalObjects: false },
  );

  /** Built again when the URL changes: with PORT=0 it is unknown until the server listens. */
  let built: { siteUrl: string; headers: [string, string][] } | undefined;
  const security = () => {
    const siteUrl = site.blog.siteUrl();
    if (built?.siteUrl !== siteUrl)
      built = {
        siteUrl,
        headers: securityHeaders(siteUrl, options.mediaOrigin, publishedElsewhere(site.blog)),
      };
    return built.headers;
  };
  const sendFast = fastPath({ site, assets, security, redirects });

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const started = performance.now();
    if (!connections.admits(request, started)) return;
    const id = nextId();
    const target = readTarget(request.url);
    const mayUseFastPath =
      target.spelling === 'canonical' &&
      !options.shutdown.isDraining &&
      options.isAllowedHost(request) &&
      connections.isIdle(request);
    const sent = mayUseFastPath ? tryFastPath(request, response, target, id) : null;
    if (sent) {
      record(site, request, sent.status, id, started, sent);
      if (sent.counted !== null) site.statistics?.count(request, sent.counted);
    } else {
      connections.track(response);
      void handleFully(request, response, target, id, started);
    }
  }

  /** After an error the request is handled without the fast path. */
  function tryFastPath(request: IncomingMessage, response: ServerResponse, target: Target, id: string) {
    try {
      return sendFast(request, response, target, id);
    } catch (error) {
      site.log.error(`${request.method} ${redactPath(target.path)}`, { id, ...errorDetails(error) });
      return null;
    }
  }

  async function handleFully(
    request: IncomingMessage,
    response: ServerResponse,
    target: Target,
    id: string,
    started: number,
  ): Promise<void> {
    const isDecoded = target.spelling !== 'malformed';
    response.setHeader('x-request-id', id);
    if (options.shutdown.isDraining) response.setHeader('connection', 'close');
    setHeaders(response, security());
    site.metrics.inProgress++;
    response.once('close', () => {
      site.metrics.inProgress--;
      const { route = site.pageTable.routeOf(isDecoded ? target.path : '') } = contexts.get(request) ?? {};
      const status = response.writableFinished ? response.statusCode : aborted;
      const path = isDecoded ? redactPath(target.path) : redactTokens(target.path);
      const logFields = requestLogFields(request.method ?? '', path, status === aborted ? 'aborted' : status);
      record(site, request, status, id, started, { route, logFields });
      countVisit(site, request, status, contexts.get(request));
    });
    try {
      await options.shutdown.socketClosed;
      if (!options.isAllowedHost(request)) throw new Problem('misdirected', messages.hostNotAllowed);
      if (await options.renderer.intercept?.(request, response)) return;
      request.url = target.path + target.search;
      const context = requestContext(site, request, id);
      const { renderer } = options;
      const { path, search } = target;
      const otherwise = async () => (await redirects?.send(exchange)) ?? false;
      const exchange = { site, renderer, context, path, search, request, response, otherwise };
      if (target.spelling !== 'canonical') {
        const isSent = target.spelling === 'other' && (await redirects?.sendAtOnce(exchange));
        return isSent ? undefined : redirectToCanonical(target, request, response);
      }
      contexts.set(request, context);
      site.detectUntrustedProxy(request);
      if (redirects?.comeFirst(path, search) && (await otherwise())) return;
      try {
        await dispatch(exchange);
      } catch (error) {
        const isMissing = error instanceof Problem && error.code === 'not_found';
        if (!isMissing || response.headersSent || !(await otherwise())) throw error;
      }
    } catch (error) {
      const page = statusOf(toProblem(error)) === 503 ? fallbackPage(site, redirects, request) : undefined;
      if (!page || response.headersSent) return sendError(site, request, response, id, error);
      const context = contexts.get(request);
      if (context) context.counted = page.counted;
      await sendCached(page, request, response);
    }
  }

  async function dispatch(exchange: Exchange): Promise<void> {
    const { context, path, request, response, otherwise } = exchange;
    const asset = assets.get(path);
    if (asset) return sendAsset(asset, request, response);
    if (path === '/healthz') allowPublished(site.blog, request.headers, response);
    if (path === '/healthz') return sendHealth(options, request, response);
    if (path === '/readyz') return sendReady(options, response);
    if (path === '/metrics') return sendMetrics(options, request, response);
    for (const answer of answers) if (await answer(exchange)) return;
    if (path === urls.api || path.startsWith(`${urls.api}/`)) {
      allowPublished(site.blog, request.headers, response);
      if (request.method === 'OPTIONS' && context.isFromPublished) return sendPreflight(response);
      if (isPostList(path)) {
        response.setHeader('vary', 'accept');
        if (isRead(request) && request.headers.accept === 'text/html')
          return sendPage(site, options.renderer, context, request, response);
      }
      if (isRead(request)) {
        const make = api().documents.get(path);
        if (make) return sendDocument(site, path, make, request, response);
      }
      if (!isSignInPath(path) && !(await context.viewer()).admin)
        site.queue.rejectIfFull(isWrite(request.method ?? '') ? 'writes' : 'reads', request);
      return handleApi(request, response);
    }
    if (!pageMethods.includes(request.method ?? '')) {
      response.setHeader('allow', pageMethods.join(', '));
      throw new Problem('method_not_allowed', messages.supportedMethods(pageMethods));
    }
    if (isFile(path) && !site.pageTable.isNegotiated(path))
      throw new Problem('not_found', messages.noSuchFile);
    return sendPage(site, options.renderer, context, request, response, otherwise);
  }

  const server = createServer({
    // A slow phone may take long to upload an image. Connections closes those that make no progress.
    requestTimeout: 0,
    // Longer than the timeout of proxies, so that no request arrives on a connection that is just being closed here.
    keepAliveTimeout: 75_000,
    headersTimeout: 10_000,
    // The site's own cookies and headers need less than 2 KB. Longer headers get status 431.
    maxHeaderSize: 8 * 1024,
    connectionsCheckingInterval: 2_000,
    // Connections refuses such requests, with the site's security headers.
    requireHostHeader: false,
    // Requests without a body need no stream, which takes a tenth of the time of a cached page.
    optimizeEmptyRequests: true,
  });
  const connections = new Connections(server, security, options.connections ?? defaultConnectionLimits);
  server.on('request', handle);
  return server;
}

/** The API of the modules that are on, made again when one is switched on or off while the server runs. */
function apiOf(site: Site, modules: readonly Module[]) {
  const make = (on: readonly Module[]) => {
    const routes = routesOf(on);
    site.routes = routes;
    return { on, app: createApi(site, routes), documents: apiDocuments(site, routes) };
  };
  let made = make(modulesOn(modules, site.blog));
  return () => {
    const on = modulesOn(modules, site.blog);
    if (on.length !== made.on.length || on.some((module, index) => module !== made.on[index]))
      made = make(on);
    return made;
  };
}

const isPostList = (path: string): boolean => /^\/webapi\/api\/posts\/\d+\/\d+\/[^/]+\/[^/]+$/.test(path);

const idPrefix = randomBytes(6).toString('base64url');
let requests = 0;

/** Unique among all processes. It only helps to find a request in the log. */
const nextId = (): string => `${idPrefix}-${(++requests).toString(36)}`;

/** Only the canonical spelling of a path is served. Forms sent to another one are not redirected. */
function redirectToCanonical(target: Target, request: IncomingMessage, response: ServerResponse): void {
  const { path, search, spelling } = target;
  const isApi = path.startsWith(`${urls.api}/`);
  if (spelling === 'malformed' && isApi) throw new Problem('malformed', messages.undecodablePath);
  if (spelling === 'malformed' || isWrite(request.method ?? ''))
    throw new Problem('not_found', messages.noSuchPage);
  redirect(response, path + search, 301);
}

const pageMethods = ['GET', 'HEAD', 'POST'];
const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/** For requests whose host or URL is invalid. */
function refuseMalformed(cause: unknown): never {
  throw new Problem('malformed', messages.unreadableRequest, { cause });
}

/** A path whose last segment has an extension is that of a file; existing files have been sent before. */
const isFile = (path: string): boolean => /\.[a-z0-9]+$/i.test(path) && !path.startsWith('/post/');

/** Besides that the process lives, "doctor" learns how its request arrived. */
function sendHealth({ site }: Options, request: IncomingMessage, response: ServerResponse): void {
  const arrival: Arrival = {
    client: site.clientIp(request),
    peer: normalizedIp(request.socket.remoteAddress ?? ''),
    host: request.headers.host ?? '',
  };
  const mayKnow = isProbe(site.blog.keys.csrf, request.headers[probeHeader], new Date());
  sendText(response, 200, mayKnow ? JSON.stringify(arrival) : 'ok');
}

async function sendReady({ site, shutdown }: Options, response: ServerResponse): Promise<void> {
  if (shutdown.isDraining) return sendText(response, 503, 'stopping');
  const reason = await whyNotReady(site.blog);
  sendText(response, reason === null ? 200 : 503, reason ?? 'ready');
}

/** Without the token /metrics answers 404, so that its existence is not revealed. */
async function sendMetrics(
  { metricsToken, readMetrics }: Options,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!mayReadMetrics(request, metricsToken)) throw new Problem('not_found', messages.noSuchPage);
  const text = metricsText(await readMetrics());
  response.setHeader('content-type', 'text/plain; version=0.0.4; charset=utf-8');
  response.setHeader('cache-control', 'no-store');
  response.end(request.method === 'HEAD' ? undefined : text);
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.statusCode = status;
  response.setHeader('content-type', 'text/plain; charset=utf-8');
  response.setHeader('cache-control', 'no-store');
  response.end(`${text}\n`);
}

/** For errors outside of the API: plain text, or JSON for clients that ask for it. */
function sendError(
  site: Site,
  request: IncomingMessage,
  response: ServerResponse,
  id: string,
  error: unknown,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const problem = toProblem(error);
  const localized = inLanguage(problem, site.language.lastKnown());
  if (statusOf(problem) >= 500 && problem !== error)
    site.log.error(`${request.method} ${redactPath(request.url ?? '')}`, { id, ...errorDetails(error) });
  for (const name of ['etag', 'content-length', 'content-range']) response.removeHeader(name);
  if (problem.retryAfter) response.setHeader('retry-after', String(problem.retryAfter));
  if (request.headers.accept?.includes('json') || request.url?.startsWith(`${urls.api}/`)) {
    response.statusCode = statusOf(problem);
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.setHeader('cache-control', 'private, no-store');
    response.end(JSON.stringify(errorBody(localized, id)));
    return;
  }
  sendText(response, statusOf(problem), localized.message);
}

/** Counts what a reader got. A page that the browser already had (304) was looked at, too. */
function countVisit(
  { statistics }: Site,
  request: IncomingMessage,
  status: number,
  visit: RequestContext | undefined,
): void {
  if (!statistics || !visit) return;
  const { counted, searchedInVain } = visit;
  const isSent = status === 200 || status === 304;
  if (counted && (isSent || (counted.kind === 'missing' && status !== aborted)))
    statistics.count(request, counted);
  if (searchedInVain !== undefined && isSent) statistics.searchedInVain(request, searchedInVain);
}

/** Logs and counts a completed request. */
function record(
  site: Site,
  { method }: IncomingMessage,
  status: number,
  id: string,
  started: number,
  { route, logFields }: { route: string; logFields: string },
): void {
  const ms = performance.now() - started;
  site.metrics.count(route, method, status, ms);
  site.log.request({ id, logFields, ms: Math.round(ms * 10) / 10 });
}
