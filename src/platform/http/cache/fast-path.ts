import type { IncomingMessage, ServerResponse } from 'node:http';
import { redactPath, requestLogFields } from '../../log/log.ts';
import type { Site } from '../context.ts';
import type { Counted } from '../counted.ts';
import type { Redirects } from '../exchange.ts';
import { type Asset, assetForm, assetHeaders } from '../pages/assets.ts';
import type { PageTable } from '../pages/page-properties.ts';
import { prefersHtml } from '../request/accept.ts';
import { commentedCookie } from '../request/cookies.ts';
import type { Target } from '../request/path.ts';
import { isAtServer } from '../request/published.ts';
import { encodingFor } from './encoding.ts';
import { type CachedPage, cachedHeaders, encodingOf, isCurrent } from './page-cache.ts';

/**
 * A response that is prepared once and sent often. `head` is what `writeHead` takes: name, value, name, value; the first
 * value is the request id. A small body is a latin1 string, which node:http sends in one write with the head. `route` and
 * `logFields` are for metrics and log, `counted` for statistics.
 */
type Ready = {
  status: number;
  head: string[];
  body: Buffer | string;
  route: string;
  logFields: string;
  counted: Counted | null;
};

const smallBytes = 12 * 1024;

/**
 * Sends assets of the build and cached pages before anything else is looked at, with prepared headers. Requests that may
 * be signed in, and anything but GET, take the full path.
 */
export function fastPath(options: {
  site: Site;
  assets: ReadonlyMap<string, Asset>;
  security: () => readonly [string, string][];
  redirects: Redirects | undefined;
}): (request: IncomingMessage, response: ServerResponse, target: Target, id: string) => Ready | null {
  const { site, assets, security, redirects } = options;
  const sessionCookie = `${site.jar.sessionName}=`;
  const newResponses = () => new WeakMap<CachedPage | Asset, Ready>();
  const responses = {
    identity: newResponses(),
    br: newResponses(),
    gzip: newResponses(),
    notModified: newResponses(),
  };

  function ready(
    of: CachedPage | Asset,
    form: keyof typeof responses,
    path: string,
    headers: () => [string, string | number][],
    bytes: Buffer = nothing,
  ): Ready {
    const made = responses[form].get(of);
    if (made) return made;
    const status = form === 'notModified' ? 304 : 200;
    const response = {
      status,
      // A document that other sites may embed overrides the cross-origin policy of the site.
      head: [...new Map([['x-request-id', ''], ...security(), ...headers()])].flat().map(String),
      body: bytes.length > smallBytes ? bytes : bytes.toString('latin1'),
      route: site.pageTable.routeOf(path),
      logFields: requestLogFields('GET', redactPath(path), status),
      counted: 'counted' in of ? of.counted : null,
    };
    responses[form].set(of, response);
    return response;
  }

  return (request, response, { path, search }, id) => {
    if (request.method !== 'GET') return null;
    const asset = search ? undefined : assets.get(path);
    const page = asset ? undefined : cachedPage(site, redirects, request, { path, search });
    if (!asset && !page) return null;

    const { accept, cookie = '', 'if-none-match': known, 'if-modified-since': since } = request.headers;
    const accepted = request.headers['accept-encoding']?.toString();
    if (asset) {
      const form = assetForm(asset, encodingFor(accepted));
      const answer = ready(asset, form.encoding, path, () => assetHeaders(asset, form), form.bytes);
      return write(response, answer, id);
    }
    if (cookie.includes(`${commentedCookie}=`) && site.jar.hasCommentedAt(site.jar.read(cookie), path))
      return null;
    if (!page || (cookie.includes(sessionCookie) && site.jar.read(cookie).session !== undefined)) return null;
    if (site.pageTable.wantsAlternative(path, accept)) return null;
    if (isCurrent(page, known, since)) {
      const answer = ready(page, 'notModified', path, () => cachedHeaders(page));
      return write(response, answer, id);
    }
    const encoding = encodingOf(page, encodingFor(accepted));
    const bytes = page.forms[encoding];
    // The first request for this encoding takes the full path, which compresses it.
    if (!bytes) return null;
    const answer = ready(page, encoding, path, () => cachedHeaders(page, { encoding, bytes }), bytes);
    return write(response, answer, id);
  };
}

const nothing = Buffer.alloc(0);

function cachedPage(
  { blog, pages, pageTable }: Site,
  redirects: Redirects | undefined,
  request: IncomingMessage,
  target: Pick<Target, 'path' | 'search'>,
): CachedPage | undefined {
  const key = pages && !isAtServer(blog, request) && cacheKey(pageTable, redirects, request, target);
  return key ? pages?.cached(key) : undefined;
}

/**
 * A cached page for a request that failed for want of the database or under load: then everyone, the owner too, gets what
 * readers last got.
 */
export function fallbackPage(
  { pages, pageTable }: Site,
  redirects: Redirects | undefined,
  request: IncomingMessage,
): CachedPage | undefined {
  const { method, url = '', headers } = request;
  if (!pages || (method !== 'GET' && method !== 'HEAD')) return undefined;
  const [path = '', ...search] = url.split(/(?=\?)/);
  if (pageTable.wantsAlternative(path, headers.accept)) return undefined;
  const key = cacheKey(pageTable, redirects, request, { path, search: search.join('') });
  return key === null ? undefined : pages.fallback(key);
}

function cacheKey(
  pageTable: PageTable,
  redirects: Redirects | undefined,
  request: IncomingMessage,
  { path, search }: Pick<Target, 'path' | 'search'>,
): string | null {
  if (pageTable.isNegotiated(path))
    return prefersHtml(request.headers.accept) ? pageTable.keyAsPage(path) : path;
  // Without parameters the path is the cache key.
  if (!search) return path;
  if (redirects?.comeFirst(path, search)) return null;
  const url = path + search;
  return URL.canParse(url, 'http://localhost') ? pageTable.cacheKey(new URL(url, 'http://localhost')) : null;
}

function write(response: ServerResponse, answer: Ready, id: string): Ready {
  answer.head[1] = id;
  response.writeHead(answer.status, answer.head);
  response.end(answer.body, 'latin1');
  return answer;
}
