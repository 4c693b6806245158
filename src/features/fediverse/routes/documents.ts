import type { IncomingMessage, ServerResponse } from 'node:http';
import { readSite } from '../../../core/site/site.ts';
import type { Blog } from '../../../platform/blog.ts';
import { forOtherSites, type Make, sendDocument } from '../../../platform/http/cache/documents.ts';
import type { Site } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { urls } from '../../../platform/http/urls.ts';
import { noResource, noSuchPage, supportedMethods } from '../../../platform/messages/owner.ts';
import { actorDocument, webFinger } from '../actor.ts';
import type { Json } from '../deliver.ts';
import {
  followers,
  following,
  Gone,
  hostMeta,
  type NodeInfoVersion,
  nodeInfo,
  nodeInfoLinks,
  nodeInfoProfile,
  objectDocument,
  objectPathOf,
  outbox,
  outboxPage,
  replies,
} from '../documents.ts';
import { fediverseUrls, objectAt, repliesAt } from '../urls.ts';

const activityJson = 'application/activity+json; charset=utf-8';
const jrd = 'application/jrd+json; charset=utf-8';
const nodeInfoJson = (version: NodeInfoVersion) =>
  `application/json; profile="${nodeInfoProfile(version)}#"; charset=utf-8`;

/** Programs in web pages of other sites may read what is public anyway. */
const headers = [['access-control-allow-origin', '*'], forOtherSites] as const;

type Route = { key: string; type: string; make: (blog: Blog) => Promise<Json | string> };

/** The document at a path; null for all other paths. */
function routeAt(path: string, search: URLSearchParams): Route | null {
  const route = (make: Route['make'], type = activityJson, key = path): Route => ({ key, type, make });
  if (path === fediverseUrls.actor) return route(actorDocument);
  if (path === fediverseUrls.followers) return route(followers);
  if (path === fediverseUrls.following) return route(following);
  if (path === fediverseUrls.nodeInfoLinks) return route(nodeInfoLinks, 'application/json; charset=utf-8');
  if (path === fediverseUrls.nodeInfo) return route((blog) => nodeInfo(blog, '2.1'), nodeInfoJson('2.1'));
  if (path === fediverseUrls.nodeInfo20) return route((blog) => nodeInfo(blog, '2.0'), nodeInfoJson('2.0'));
  if (path === fediverseUrls.hostMeta) return route(hostMeta, 'application/xrd+xml; charset=utf-8');
  if (path === fediverseUrls.webFinger) return webFingerRoute(search);
  if (path === fediverseUrls.outbox) {
    const page = search.get('page');
    if (page === null) return route(outbox);
    if (!/^[1-9]\d{0,5}$/.test(page)) return null;
    return route((blog) => outboxPage(blog, Number(page)), activityJson, `${path}?page=${page}`);
  }
  const object = objectAt(path);
  if (object) return route((blog) => objectDocument(blog, object));
  const answered = repliesAt(path);
  if (answered) return route((blog) => replies(blog, answered.id, answered.version));
  return null;
}

/** Not cached: clients can invent any number of resources. */
function webFingerRoute(search: URLSearchParams): Route {
  const resource = search.get('resource');
  const rels = search.getAll('rel');
  return {
    key: `${fediverseUrls.webFinger} ${resource} ${rels.join(' ')}`,
    type: jrd,
    async make(blog) {
      if (blog.reads) blog.reads.isCacheable = false;
      const found = await webFinger(blog, resource ?? '');
      if (resource === null) throw new Problem('malformed', noResource);
      if (!found) throw new Problem('not_found', noSuchPage);
      const links = found.links as { rel: string }[];
      return rels.length === 0 ? found : { ...found, links: links.filter(({ rel }) => rels.includes(rel)) };
    },
  };
}

/**
 * Sends what other servers of the fediverse read of the blog. False for other paths, also for the inbox, which takes messages
 * instead. Where the fediverse is off, nothing is found.
 */
export async function sendFediverse(
  site: Site,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const route = routeAt(path, new URL(request.url ?? '/', 'http://localhost').searchParams);
  if (!route && path === fediverseUrls.inbox) return false;
  if (!route) throw new Problem('not_found', noSuchPage);
  const { key, type } = route;
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD');
    throw new Problem('method_not_allowed', supportedMethods(['GET', 'HEAD']));
  }
  const make: Make = async (blog) => {
    const made = await route.make(blog);
    return { type, body: typeof made === 'string' ? made : JSON.stringify(made), headers };
  };
  try {
    await sendDocument(site, key, make, request, response);
  } catch (error) {
    if (!(error instanceof Gone)) throw error;
    response.statusCode = 410;
    response.setHeader('content-type', activityJson);
    response.setHeader('cache-control', 'public, no-cache');
    response.end(request.method === 'HEAD' ? undefined : JSON.stringify(error.tombstone));
  }
  return true;
}

/** Redirects a client that asks for the object of a page; false when it gets the page, as without the fediverse. */
export async function redirectToActivity(
  site: Site,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  site.queue.rejectIfFull('reads', request);
  const location = await site.queue.run('reads', request, () => activityAt(site.blog, path));
  if (location === null) return false;
  response.statusCode = 302;
  response.setHeader('location', location);
  response.setHeader('vary', 'accept');
  response.setHeader('cache-control', 'no-store');
  response.end();
  return true;
}

async function activityAt(blog: Blog, path: string): Promise<string | null> {
  if (path === urls.home) return (await readSite(blog)).fediverse === 'off' ? null : fediverseUrls.actor;
  return objectPathOf(blog, decodeURIComponent(path.slice(urls.post('').length)));
}
