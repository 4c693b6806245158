import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorDetails } from '../../log/log.ts';
import { translationFor } from '../../messages/server-translation.ts';
import type { Redirect } from '../../web/page.ts';
import { screenAfterLogin } from '../after-login.ts';
import { adminBodyBytes, visitorBodyBytes } from '../api/limits.ts';
import { encodingFor } from '../cache/encoding.ts';
import { cdnHeaders, compress, preparePage, tagsHeader, worthwhile } from '../cache/page-cache.ts';
import { type Reads, recordingReads } from '../cache/reads.ts';
import { sendCached } from '../cache/send-cached.ts';
import type { RequestContext, Site } from '../context.ts';
import { type Counted, nameOfPost } from '../counted.ts';
import { isUnavailable } from '../failures.ts';
import { setHeaders } from '../headers.ts';
import { isSignInPath } from '../limits/load-shedding.ts';
import { discardBody, readForm } from '../request/body.ts';
import { isAtServer } from '../request/published.ts';
import { isWrite, requireSameOrigin } from '../request/same-origin.ts';
import { urls } from '../urls.ts';
import { actorOf, type Viewer } from '../viewer.ts';
import { type PageProperties, urlOfKey } from './page-properties.ts';
import type { Renderer } from './renderer.ts';

/** Sends a page: from the cache for readers, rendered for each request and private with a session. */
export async function sendPage(
  site: Site,
  renderer: Renderer,
  visit: RequestContext,
  request: IncomingMessage,
  response: ServerResponse,
  /** Answers what no page is at, and returns whether it did. */
  otherwise: () => Promise<boolean> = async () => false,
): Promise<void> {
  const method = request.method ?? 'GET';
  const url = new URL(request.url ?? '/', site.blog.siteUrl());
  const properties = site.pageTable.at(url.pathname);
  const { isForFew, isNegotiated, isAuthorizedByUrl } = properties;
  if (isWrite(method) && !isAuthorizedByUrl && !visit.isFromPublished)
    requireSameOrigin(request.headers, site.blog.siteUrl(), 'form');
  const viewer = await visit.viewer();
  if (isAdmin(url.pathname) && !viewer.admin) return redirect(response, urls.home, 302);
  if (url.pathname === urls.login && viewer.admin) return redirect(response, screenAfterLogin(url), 302);

  /** Only rendering goes through the queue, after the body has been read; the owner does not wait. */
  const queueName = isSignInPath(url.pathname) ? 'signIn' : isWrite(method) ? 'writes' : 'reads';
  const inTurn = (shown: URL, form: URLSearchParams | null = null) => {
    const work = () => make(site, renderer, visit, viewer, shown, form);
    return viewer.admin ? site.queue.runNow(work) : site.queue.run(queueName, request, work);
  };
  if (isNegotiated) response.setHeader('vary', 'accept');
  if (properties.referrerPolicy) response.setHeader('referrer-policy', properties.referrerPolicy);
  if (isForFew || properties.isIndexed === false) response.setHeader('x-robots-tag', 'noindex, nofollow');
  if (properties.isSandboxed) sandbox(response);
  if (viewer.admin && site.pageTable.isFramed(url)) allowOwnFrame(response);
  // Lists of a static copy have numbered pages, which the cache does not know.
  const isOwn = !viewer.admin && !isWrite(method) && site.jar.hasCommentedAt(visit.cookies, url.pathname);
  const cacheKey =
    viewer.admin || isOwn || isWrite(method) || site.copy ? null : site.pageTable.cacheKey(url);
  if (cacheKey !== null && !url.search && isAtServer(site.blog, request))
    return redirect(response, site.blog.siteUrl() + url.pathname, 302);
  // The form carries a signed timestamp, so that a bot that posts without loading it is detected.
  const showsForm = properties.showsForm?.(url) ?? false;
  const forOne = viewer.admin || isForFew || showsForm;
  if (showsForm && !viewer.admin) response.setHeader('set-cookie', site.jar.anonymous(visit.cookies));
  if (cacheKey === null) {
    if (!viewer.admin) site.queue.rejectIfFull(queueName, request);
    if (isWrite(method) && !visit.isFromPublished)
      visit.setCookies = (lines) => void response.appendHeader('set-cookie', lines);
    const form = isWrite(method) ? await formOf(request, viewer, isAuthorizedByUrl === 'withoutBody') : null;
    const made = await inTurn(isOwn ? asCommenter(url) : url, form);
    if (isUnknown(made) && (await otherwise())) return;
    if ('reads' in made && !viewer.admin && !isResultOfForm(url))
      visit.counted ??= countedAs(properties, url, made.reads);
    return 'redirect' in made
      ? pass(made, response)
      : send(site, made, request, response, {
          cacheControl: forOne ? 'private, no-store' : 'private, no-cache',
          isForAll: !forOne && !isOwn && !isWrite(method) && !isResultOfForm(url),
        });
  }

  let other: Made | Redirect | undefined;
  const prepare = async () => {
    site.queue.rejectIfFull(queueName, request);
    const canonical = new URL(urlOfKey(cacheKey), url);
    const made = await inTurn(canonical);
    await site.queue.yield();
    if (!('redirect' in made) && made.status === 200 && made.reads.isCacheable)
      return preparePage(made.html, made.reads.tags, {
        // The page has just read the settings.
        isNegotiated: isNegotiated ?? site.pageTable.hasAlternative(site.blog, url.pathname),
        ...made.reads.times,
        headers: [
          ...ownHeaders(made, response),
          ...(site.hasCdn ? cdnHeaders(made.reads.tags, made.reads.times) : []),
        ],
        counted: countedAs(properties, url, made.reads),
      });
    other = made;
    return null;
  };
  const page = await (site.pages ? site.pages.read(cacheKey, prepare) : prepare());
  if (page) {
    visit.counted = page.counted;
    await sendCached(page, request, response);
    site.pages?.cache.weigh(cacheKey, page);
    return;
  }
  other ??= await inTurn(url);
  if (isUnknown(other) && (await otherwise())) return;
  if ('reads' in other) visit.counted ??= countedAs(properties, url, other.reads);
  return 'redirect' in other
    ? pass(other, response)
    : send(site, other, request, response, { cacheControl: 'public, no-cache', isForAll: true });
}

/** Null for pages that are for one person or for the owner. A post is counted under its id, whatever its URL is. */
const countedAs = (
  { isForFew, isCounted }: PageProperties,
  { pathname }: URL,
  { subject }: Pick<Reads, 'subject'>,
): Counted | null =>
  isForFew || isCounted === false
    ? null
    : { kind: 'page', name: subject === undefined ? pathname : nameOfPost(subject) };

/** A reader who comes back to a post sees what they wrote, as after sending it. */
function asCommenter(url: URL): URL {
  const shown = new URL(url);
  if (!shown.searchParams.has('commented')) shown.searchParams.set('commented', 'before');
  return shown;
}

/** Without JavaScript the page is loaded again after a vote or a comment. */
const isResultOfForm = ({ searchParams }: URL): boolean =>
  searchParams.has('voted') || searchParams.has('commented');

/** Unknown paths lead home, as the specification says; unknown posts and lists are not found, deleted ones are gone. */
const isUnknown = (made: Made | Redirect): boolean =>
  'redirect' in made
    ? made.redirect === urls.home && made.status === 302
    : made.status === 404 || made.status === 410;

/** A page of the owner may be at /administration. */
const isAdmin = (path: string): boolean => path === urls.admin || path.startsWith(`${urls.admin}/`);

async function formOf(
  request: IncomingMessage,
  viewer: Viewer,
  ignoresBody: boolean,
): Promise<URLSearchParams> {
  if (!ignoresBody) return readForm(request, viewer.admin ? ownerFormBytes : visitorBodyBytes);
  await discardBody(request, visitorBodyBytes);
  return new URLSearchParams();
}

/** In a form each character of HTML may take three bytes. */
const ownerFormBytes = 3 * adminBodyBytes;

/** A second policy, which only takes away: a preview of unsaved text neither runs nor sends anything. */
function sandbox(response: ServerResponse): void {
  const policy = String(response.getHeader('content-security-policy'));
  const restriction =
    "sandbox allow-same-origin allow-popups; script-src 'none'; connect-src 'none'; form-action 'none'";
  response.setHeader('content-security-policy', [policy, restriction]);
}

/** The appearance screen shows the site with unsaved settings in a frame. Other pages can't be framed at all. */
function allowOwnFrame(response: ServerResponse): void {
  const policy = String(response.getHeader('content-security-policy'));
  response.setHeader(
    'content-security-policy',
    policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
  );
  response.setHeader('x-frame-options', 'SAMEORIGIN');
}

type Made = {
  status: number;
  html: string;
  frames: readonly string[];
  links: readonly { rel: string; href: string }[];
  reads: Reads;
};

/** The content security policy of a page with players allows their frames; everywhere else none is allowed. */
function frameHeaders({ frames }: Made, response: ServerResponse): [string, string][] {
  if (frames.length === 0) return [];
  const name = 'content-security-policy';
  return [[name, `${response.getHeader(name)}; frame-src ${frames.join(' ')}`]];
}

const ownHeaders = (made: Made, response: ServerResponse): [string, string][] => [
  ...frameHeaders(made, response),
  ...(made.links.length === 0
    ? []
    : [
        ['link', made.links.map(({ rel, href }) => `<${href}>; rel="${rel}"`).join(', ')] as [string, string],
      ]),
];

async function make(
  site: Site,
  renderer: Renderer,
  visit: RequestContext,
  viewer: Viewer,
  url: URL,
  form: URLSearchParams | null,
  isGone = false,
): Promise<Made | Redirect> {
  const { render, assets } = await renderer.load();
  const started = performance.now();
  const { shared } = site.blog;
  const blog = recordingReads({
    ...site.blog,
    actor: actorOf(viewer, visit.ip, ''),
    // The owner sees each change at once, wherever it was made.
    shared: viewer.admin ? undefined : shared,
  });
  let away: unknown;
  const rendered = await render(url, {
    api: renderer.api(site, blog, viewer, visit),
    assets,
    signedIn: viewer.admin,
    ...(viewer.admin &&
      isAdmin(url.pathname) && {
        translation: await translationFor(viewer.language, await site.language.read()),
      }),
    form,
    isGone,
    copy: site.copy ?? null,
    published: site.blog.liveUrl && !viewer.admin ? site.blog.siteUrl() : null,
    yieldTurn: site.queue.yield,
    onError: (error) => {
      if (isUnavailable(error)) away = error;
      else site.log.error('page', { id: visit.id, ...errorDetails(error) });
    },
  });
  site.metrics.rendered(performance.now() - started);
  if (away) throw away;
  if ('redirect' in rendered) return rendered;
  const html = await renderer.finish(url.pathname, rendered.html);
  const { status, frames, links = [] } = rendered;
  return { status, html, frames, links, reads: blog.reads };
}

/** Says that what was at this URL is gone, in the look of the site. */
export async function sendGone(
  site: Site,
  renderer: Renderer,
  visit: RequestContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const viewer = await visit.viewer();
  const url = new URL(request.url ?? '/', site.blog.siteUrl());
  const work = () => make(site, renderer, visit, viewer, url, null, true);
  const made = await (viewer.admin ? site.queue.runNow(work) : site.queue.run('reads', request, work));
  if (!('redirect' in made))
    await send(site, made, request, response, {
      cacheControl: viewer.admin ? 'private, no-store' : 'public, no-cache',
      isForAll: !viewer.admin,
    });
}

function pass({ redirect: location, status, headers = {} }: Redirect, response: ServerResponse): void {
  setHeaders(response, Object.entries(headers));
  redirect(response, location, status);
}

/**
 * Sends a page that was rendered for this request only. One that not everyone gets is not compressed: its length would tell
 * whether words of its URL occur in it a second time, which reveals secrets step by step (BREACH).
 */
async function send(
  site: Site,
  made: Made,
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  { cacheControl, isForAll }: { cacheControl: string; isForAll: boolean },
): Promise<void> {
  response.statusCode = made.status;
  setHeaders(response, ownHeaders(made, response));
  // A publication records what its pages depend on.
  if (site.copy) setHeaders(response, [tagsHeader(made.reads.tags)]);
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.setHeader('cache-control', cacheControl);
  let bytes: Buffer = Buffer.from(made.html);
  if (isForAll) {
    const encoding = worthwhile(bytes, encodingFor(headers['accept-encoding']?.toString()));
    response.appendHeader('vary', 'accept-encoding');
    if (encoding !== 'identity') {
      response.setHeader('content-encoding', encoding);
      bytes = await compress(bytes, encoding);
    }
  }
  response.setHeader('content-length', bytes.length);
  response.end(method === 'HEAD' ? undefined : bytes);
}

export function redirect(response: ServerResponse, location: string, status: number): void {
  response.statusCode = status;
  response.setHeader('location', location);
  // A post can return to a former URL: cached redirects could then form a loop.
  response.setHeader('cache-control', status === 301 ? 'no-cache' : 'no-store');
  response.end();
}
