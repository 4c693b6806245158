import type { IncomingMessage, ServerResponse } from 'node:http';
import { preparePage } from '../../../platform/http/cache/page-cache.ts';
import { recordingReads } from '../../../platform/http/cache/reads.ts';
import type { RequestContext, Site } from '../../../platform/http/context.ts';
import { isUnavailable } from '../../../platform/http/failures.ts';
import { type Renderer, redirect, sendGone } from '../../../platform/http/pages/pages.ts';
import type { Target } from '../../../platform/http/request/path.ts';
import { servedHere } from '../served-here.ts';
import { type FoundRedirect, findRedirect, hasRedirects } from './find-redirect.ts';
import { countHit, countUnknown } from './redirect-counts.ts';
import { isServedByItself } from './redirect-paths.ts';
import { rememberedPath } from './unknown-paths.ts';

/** No path contains a space. */
const cacheKey = ' has redirects';

/** Whether the site has redirects at all, remembered as pages are, and forgotten when another process adds the first. */
async function mayHaveRedirects({ blog, pages }: Site): Promise<boolean> {
  const ask = async () => {
    const recording = recordingReads(blog);
    return preparePage((await hasRedirects(recording)) ? 'yes' : '', recording.reads.tags);
  };
  const answer = await (pages ? pages.read(cacheKey, ask) : ask());
  return answer !== null && answer.forms.identity.length > 0;
}

type Asked = Pick<Target, 'path' | 'search'>;

async function find(site: Site, { path, search }: Asked, request: IncomingMessage) {
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
export async function sendRedirect(
  site: Site,
  renderer: Renderer,
  visit: RequestContext,
  asked: Asked,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (!isRead(request) || isServedByItself(asked.path)) return false;
  const found = await find(site, asked, request);
  if (!found) {
    countUnknown(site.blog, asked.path, asked.search);
    const name = (await visit.viewer()).admin ? null : rememberedPath(asked.path, '');
    if (name !== null) visit.counted = { kind: 'missing', name };
  } else await send(site, renderer, visit, found, request, response);
  return found !== null;
}

/**
 * For another spelling of a path, such as one with a trailing slash, which is redirected in any case: to where the path leads
 * in the end, unless there is a page.
 */
export async function sendRedirectAtOnce(
  site: Site,
  renderer: Renderer,
  visit: RequestContext,
  asked: Asked,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (!isRead(request) || isServedByItself(asked.path)) return false;
  const found = await find(site, asked, request);
  if (!found || (await servedHere(site.blog, asked.path, 'readers')) !== null) return false;
  await send(site, renderer, visit, found, request, response);
  return true;
}

async function send(
  site: Site,
  renderer: Renderer,
  visit: RequestContext,
  { destination, id }: FoundRedirect,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (id !== null) countHit(site.blog, id);
  if (destination === 'gone') await sendGone(site, renderer, visit, request, response);
  else redirect(response, destination.location, 301);
}

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';
