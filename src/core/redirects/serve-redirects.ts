import type { IncomingMessage } from 'node:http';
import { preparePage } from '../../platform/http/cache/page-cache.ts';
import { recordingReads } from '../../platform/http/cache/reads.ts';
import type { Site } from '../../platform/http/context.ts';
import type { Exchange, Redirects } from '../../platform/http/exchange.ts';
import { isUnavailable } from '../../platform/http/failures.ts';
import { redirect, sendGone } from '../../platform/http/pages/pages.ts';
import { urls } from '../../platform/http/urls.ts';
import { type FoundRedirect, findRedirect, hasRedirects } from './find-redirect.ts';
import { countHit, countUnknown } from './redirect-counts.ts';
import { hasPostQuery, isServedByItself } from './redirect-paths.ts';
import { servedHere } from './served-here.ts';
import { rememberedPath } from './unknown-paths.ts';

/** No path contains a space. */
const cacheKey = ' has redirects';

/** Whether the site has redirects at all, cached as pages are, and invalidated when another process adds the first. */
async function mayHaveRedirects({ blog, pages }: Site): Promise<boolean> {
  const ask = async () => {
    const recording = recordingReads(blog);
    return preparePage((await hasRedirects(recording)) ? 'yes' : '', recording.reads.tags);
  };
  const answer = await (pages ? pages.read(cacheKey, ask) : ask());
  return answer !== null && answer.forms.identity.length > 0;
}

async function find({ site, path, search, request }: Exchange) {
  try {
    if (!(await mayHaveRedirects(site))) return null;
    return await site.queue.run('reads', request, () => findRedirect(site.blog, path, search));
  } catch (error) {
    // Without the database an unknown path is answered as if there were no redirects.
    if (isUnavailable(error)) return null;
    throw error;
  }
}

/**
 * Answers a request for something that this site does not have, if it is known where it went; returns false otherwise. Pages
 * of this site come first, so this is called when there is none.
 */
async function sendRedirect(exchange: Exchange): Promise<boolean> {
  const { site, context, path, search, request } = exchange;
  if (!isRead(request) || isServedByItself(path)) return false;
  const found = await find(exchange);
  if (!found) {
    countUnknown(site.blog, path, search);
    const name = (await context.viewer()).admin ? null : rememberedPath(path, '');
    if (name !== null) context.counted = { kind: 'missing', name };
  } else await send(exchange, found);
  return found !== null;
}

/**
 * For another spelling of a path, such as one with a trailing slash, which is redirected in any case: to where the path leads
 * in the end, unless there is a page.
 */
async function sendRedirectAtOnce(exchange: Exchange): Promise<boolean> {
  const { site, path, request } = exchange;
  if (!isRead(request) || isServedByItself(path)) return false;
  const found = await find(exchange);
  if (!found || (await servedHere(site.blog, path, 'readers')) !== null) return false;
  await send(exchange, found);
  return true;
}

export const redirects: Redirects = {
  // An address of another blog program (`/?p=73`).
  comeFirst: (path, search) => path === urls.home && hasPostQuery(search),
  send: sendRedirect,
  sendAtOnce: sendRedirectAtOnce,
};

async function send(
  { site, renderer, context, request, response }: Exchange,
  { destination, id }: FoundRedirect,
): Promise<void> {
  if (id !== null) countHit(site.blog, id);
  if (destination === 'gone') await sendGone(site, renderer, context, request, response);
  else redirect(response, destination.location, 301);
}

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';
