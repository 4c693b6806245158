import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { whyNotReady } from '../blog/maintenance/health.ts';
import { Problem } from '../contract/errors.ts';
import { urls } from '../contract/urls.ts';
import { errorDetails, redactPath, redactTokens, requestLogFields } from '../operator/log.ts';
import { createApi } from './api/app.ts';
import { apiDocuments } from './api/documents.ts';
import { sendDocument } from './cache/documents.ts';
import { fastPath } from './cache/fast-path.ts';
import { type RequestContext, requestContext, type Site } from './context.ts';
import { isDiscovery, sendDiscovery } from './discovery/discovery.ts';
import { feedAt } from './discovery/feeds.ts';
import { errorBody, statusOf, toProblem } from './errors.ts';
import { securityHeaders, setHeaders } from './headers.ts';
import { type ConnectionLimits, Connections, defaultConnectionLimits } from './limits/connections.ts';
import { isSignInPath } from './limits/load-shedding.ts';
import { mayReadMetrics } from './metrics/access.ts';
import { aborted } from './metrics/requests.ts';
import { routeOf } from './metrics/routes.ts';
import { type Family, metricsText } from './metrics/text.ts';
import { type loadAssets, sendAsset } from './pages/assets.ts';
import { sendImage } from './pages/images.ts';
import { type Renderer, redirect, sendPage } from './pages/pages.ts';
import { sendTitleFont } from './pages/title-font.ts';
import { readTarget, type Target } from './request/path.ts';
import { isWrite } from './request/same-origin.ts';

export type ShutdownState = {
  /** /readyz then fails, and every response closes its connection. */
  isDraining: boolean;
  /** Requests wait for it while the server stops listening. */
  socketClosed: Promise<void> | undefined;
};

type Options = {
  site: Site;
  renderer: Renderer;
  assets: ReturnType<typeof loadAssets>;
  mediaOrigin: string | null;
  shutdown: ShutdownState;
  connections?: ConnectionLimits;
  isAllowedHost: (request: IncomingMessage) => boolean;
  metricsToken: string | null;
  readMetrics: () => Promise<Family[]>;
};

/** URL in, response out. */
export function createHttpServer(options: Options): Server {
  const { site, assets } = options;
  const api = createApi(site);
  const documents = apiDocuments(site);
  const visits = new WeakMap<IncomingMessage, RequestContext>();
  const listenApi = getRequestListener(
    (request, env) => {
      const { incoming } = env as { incoming: IncomingMessage };
      return api.fetch(request, { incoming, visit: visits.get(incoming) as RequestContext });
    },
    // Libraries that look at what fetch gave them must find the Response that they know.
    { errorHandler: unreadable, overrideGlobalObjects: false },
  );

  /** Made again when the site's address changes: at a start, the port is known only once somebody listens. */
  let made: { siteUrl: string; headers: [string, string][] } | undefined;
  const security = () => {
    const siteUrl = site.blog.siteUrl();
    if (made?.siteUrl !== siteUrl) made = { siteUrl, headers: securityHeaders(siteUrl, options.mediaOrigin) };
    return made.headers;
  };
  const quick = fastPath({ site, assets, security });

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const started = performance.now();
    if (!connections.admits(request, started)) return;
    const id = nextId();
    const target = readTarget(request.url);
    const mayBeQuick =
      target.spelling === 'canonical' &&
      !options.shutdown.isDraining &&
      options.isAllowedHost(request) &&
      connections.isIdle(request);
    const sent = mayBeQuick ? quickly(request, response, target, id) : null;
    if (sent) note(site, request, sent.status, id, started, sent);
    else {
      connections.track(response);
      void answerFully(request, response, target, id, started);
    }
  }

  /** An error in here must not end the process: what cannot be answered quickly goes the long way. */
  function quickly(request: IncomingMessage, response: ServerResponse, target: Target, id: string) {
    try {
      return quick(request, response, target, id);
    } catch (error) {
      site.log.error(`${request.method} ${redactPath(target.path)}`, { id, ...errorDetails(error) });
      return null;
    }
  }

  async function answerFully(
    request: IncomingMessage,
    response: ServerResponse,
    target: Target,
    id: string,
    started: number,
  ): Promise<void> {
    const isKnown = target.spelling !== 'malformed';
    response.setHeader('x-request-id', id);
    if (options.shutdown.isDraining) response.setHeader('connection', 'close');
    setHeaders(response, security());
    site.metrics.underWay++;
    response.once('close', () => {
      site.metrics.underWay--;
      const { route = routeOf(isKnown ? target.path : '') } = visits.get(request) ?? {};
      const status = response.writableFinished ? response.statusCode : aborted;
      const path = isKnown ? redactPath(target.path) : redactTokens(target.path);
      const logFields = requestLogFields(request.method ?? '', path, status === aborted ? 'aborted' : status);
      note(site, request, status, id, started, { route, logFields });
    });
    try {
      await options.shutdown.socketClosed;
      if (!options.isAllowedHost(request))
        throw new Problem(
          'misdirected',
          'This site only answers to localhost. To open it under another name, set SITE_URL to its URL.',
        );
      if (await options.renderer.intercept?.(request, response)) return;
      request.url = target.path + target.search;
      if (target.spelling !== 'canonical') return sendToCanonical(target, request, response);
      const visit = requestContext(site, request, id);
      visits.set(request, visit);
      site.detectUntrustedProxy(request);
      await dispatch(visit, target.path, request, response);
    } catch (error) {
      fail(site, request, response, id, error);
    }
  }

  async function dispatch(
    visit: RequestContext,
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const asset = assets.get(path);
    if (asset) return sendAsset(asset, request, response);
    if (path === '/healthz') return sendText(response, 200, 'ok');
    if (path === '/readyz') return sendReady(options, response);
    if (path === '/metrics') return sendMetrics(options, request, response);
    if (path === '/title-font.css') return sendTitleFont(request, response);
    if (path === urls.api || path.startsWith(`${urls.api}/`)) {
      const document = isRead(request) ? documents.get(path) : undefined;
      // What an administrator asks the API for stays private, as pages do.
      if (document && !(document.isAnswer && visit.cookies.session))
        return sendDocument(site, path, document.make, request, response);
      if (!visit.cookies.session && !isSignInPath(path))
        site.queue.rejectIfFull(isWrite(request.method ?? '') ? 'writes' : 'reads');
      return listenApi(request, response);
    }
    if (path.startsWith('/images/')) return sendImage(site.blog, request, response);
    if (isDiscovery(path) && (await sendDiscovery(site, path, request, response))) return;
    if (!['GET', 'HEAD', 'POST'].includes(request.method ?? '')) {
      response.setHeader('allow', 'GET, HEAD, POST');
      throw new Problem('method_not_allowed', 'Pages can be read, and their forms sent; nothing else.');
    }
    if (isFile(path) && !feedAt(path)) throw new Problem('not_found', 'There is no such file.');
    return sendPage(site, options.renderer, visit, request, response);
  }

  const server = createServer({
    // A picture may take long from a telephone that sends steadily: Connections sees to it that something comes.
    requestTimeout: 0,
    // Longer than proxies keep theirs: whoever closes first must not be the one who did not see the next request.
    keepAliveTimeout: 75_000,
    headersTimeout: 10_000,
    // Ours take less than 2 KB; what proxies add fits as well. Longer ones are answered with 431.
    maxHeaderSize: 8 * 1024,
    connectionsCheckingInterval: 2_000,
    // Connections refuses it with the headers of the site.
    requireHostHeader: false,
  });
  const connections = new Connections(server, security, options.connections ?? defaultConnectionLimits);
  server.on('request', answer);
  return server;
}

const ownPrefix = randomBytes(6).toString('base64url');
let requests = 0;

/** An id that no other request has, of this process or another; nobody can do anything with one but find it in the log. */
const nextId = (): string => `${ownPrefix}-${(++requests).toString(36)}`;

/** Only the canonical spelling of a path is served. A form that was sent elsewhere is not sent on. */
function sendToCanonical(target: Target, request: IncomingMessage, response: ServerResponse): void {
  const { path, search, spelling } = target;
  const isApi = path.startsWith(`${urls.api}/`);
  if (spelling === 'malformed' && isApi) throw new Problem('malformed', 'This path cannot be decoded.');
  if (spelling === 'malformed' || isWrite(request.method ?? ''))
    throw new Problem('not_found', 'There is no such page.');
  redirect(response, path + search, 301);
}

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/** A host or an address that is none. */
function unreadable(cause: unknown): never {
  throw new Problem('malformed', 'This request cannot be read.', { cause });
}

/** A path whose last segment has an extension names a file, and files that exist were found before. */
const isFile = (path: string): boolean => /\.[a-z0-9]+$/i.test(path) && !path.startsWith('/post/');

async function sendReady({ site, shutdown }: Options, response: ServerResponse): Promise<void> {
  if (shutdown.isDraining) return sendText(response, 503, 'stopping');
  const reason = await whyNotReady(site.blog);
  sendText(response, reason === null ? 200 : 503, reason ?? 'ready');
}

/** To whom it is not meant for, there is nothing of the kind. */
async function sendMetrics(
  { metricsToken, readMetrics }: Options,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!mayReadMetrics(request, metricsToken)) throw new Problem('not_found', 'There is no such page.');
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

/** Something failed outside the API: the person reads a sentence, a machine can ask for JSON. */
function fail(
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
  if (statusOf(problem) >= 500 && problem !== error)
    site.log.error(`${request.method} ${redactPath(request.url ?? '')}`, { id, ...errorDetails(error) });
  for (const name of ['etag', 'content-length', 'content-range']) response.removeHeader(name);
  if (problem.retryAfter) response.setHeader('retry-after', String(problem.retryAfter));
  if (request.headers.accept?.includes('json') || request.url?.startsWith(`${urls.api}/`)) {
    response.statusCode = statusOf(problem);
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.setHeader('cache-control', 'private, no-store');
    response.end(JSON.stringify(errorBody(problem, id)));
    return;
  }
  sendText(response, statusOf(problem), problem.message);
}

/** Logs and counts a request that has its answer. */
function note(
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
