import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { type Context, Hono } from 'hono';
import { Problem } from '../../contract/errors.ts';
import { adminBodyBytes, visitorBodyBytes } from '../../contract/limits.ts';
import { urls } from '../../contract/urls.ts';
import { errorDetails, redactPath } from '../../operator/log.ts';
import type { RequestContext, Site } from '../context.ts';
import { errorBody, statusOf, toProblem } from '../errors.ts';
import { isSignInPath } from '../limits/load-shedding.ts';
import { readJson } from '../request/body.ts';
import { requestedRange } from '../request/ranges.ts';
import { isWrite, requireSameOrigin } from '../request/same-origin.ts';
import { descriptionPaths } from './documents.ts';
import { authorize, perform, type Transport } from './perform.ts';
import type { Download, Method, Route } from './route.ts';
import { table } from './table.ts';

type Env = { Bindings: { incoming: IncomingMessage; visit: RequestContext } };

const methods: Method[] = ['GET', 'POST', 'PUT', 'DELETE'];

/** The web API: validate, authorise, do, present, for every route of the table. */
export function createApi(site: Site, routes: readonly Route[] = table): Hono<Env> {
  const app = new Hono<Env>().basePath(urls.api);

  // Reading these is answered before (see apiDocuments); other methods learn here what would be right.
  for (const path of descriptionPaths) app.get(path, (context) => context.notFound());
  for (const route of routes) {
    const name = urls.api + route.path.replace(/:(\w+)/g, '{$1}');
    app.on(route.method, route.path, (context) => {
      context.env.visit.route = name;
      return answer(site, route, context);
    });
  }

  app.notFound((context) => {
    const path = context.req.path;
    const allowed = methods.filter((method) => app.router.match(method, path)[0].length > 0);
    if (allowed.length === 0) throw new Problem('not_found', 'There is no such call.');
    context.header('allow', allowed.join(', ').replace('GET', 'GET, HEAD'));
    throw new Problem('method_not_allowed', `This call takes ${allowed.join(' or ')}.`);
  });

  app.onError((error, context) => {
    const problem = toProblem(error);
    const { id } = context.env.visit;
    if (statusOf(problem) >= 500 && problem !== error)
      site.log.error(`${context.req.method} ${redactPath(context.req.path)}`, { id, ...errorDetails(error) });
    context.header('cache-control', 'private, no-store');
    if (problem.retryAfter) context.header('retry-after', String(problem.retryAfter));
    return context.json(errorBody(problem, id), statusOf(problem) as 400);
  });
  return app;
}

async function answer(site: Site, route: Route, context: Context<Env>): Promise<Response> {
  const { visit, incoming } = context.env;
  context.header('cache-control', 'private, no-store');
  if (isWrite(route.method)) requireSameOrigin(incoming.headers, site.blog.siteUrl(), 'api');
  const viewer = await visit.viewer();
  authorize(site, route, viewer);
  if (isWrite(route.method)) {
    const token = context.req.header('x-xsrf-token');
    if (!site.jar.tokenFits(visit.cookies, viewer.admin, token))
      throw new Problem(
        'csrf',
        'The security token is missing or out of date. Please reload the page and try again.',
      );
  }
  const input = {
    params: context.req.param(),
    query: context.req.query(),
    body: route.body && (await readJson(incoming, viewer.admin ? adminBodyBytes : visitorBodyBytes)),
  };
  let status = route.status;
  const transport: Transport = {
    userAgent: incoming.headers['user-agent'] ?? '',
    upload: { stream: incoming, contentType: incoming.headers['content-type'] ?? '' },
    status: (code) => {
      status = code;
    },
    header: (name, value) => context.header(name, value),
    setCookies: (cookies) => {
      for (const cookie of cookies) context.header('set-cookie', cookie, { append: true });
    },
  };
  const work = () => perform(site, route, visit, viewer, input, transport);
  const waits = !viewer.admin && !isSignInPath(urls.api + route.path);
  const result = await (waits
    ? site.queue.run(isWrite(route.method) ? 'writes' : 'reads', incoming, work)
    : work());
  if (route.download) return sendFile(context, route.download, result as Download);
  return context.json(result as object, status as 200);
}

async function sendFile(context: Context<Env>, type: string, file: Download): Promise<Response> {
  const { incoming } = context.env;
  const range = requestedRange(incoming.headers, file.etag, file.bytes);
  if (range === 'unsatisfiable') {
    context.header('content-range', `bytes */${file.bytes}`);
    throw new Problem('range_outside', `The file has ${file.bytes} bytes; the part asked for is outside.`);
  }
  const { start, end } = range ?? { start: 0, end: file.bytes - 1 };
  if (range) context.header('content-range', `bytes ${start}-${end}/${file.bytes}`);
  context.header('content-type', type);
  context.header('content-length', String(end - start + 1));
  context.header('content-disposition', `attachment; filename="${file.name}"`);
  context.header('accept-ranges', 'bytes');
  context.header('etag', file.etag);
  const status = range ? 206 : 200;
  if (incoming.method === 'HEAD') return context.body(null, status);
  const body = Readable.from(await file.read({ start, end }));
  return context.body(Readable.toWeb(body) as ReadableStream, status);
}
