import type { IncomingMessage } from 'node:http';
import { urls } from '../../../platform/http/urls.ts';
import { fediverseUrls } from '../urls.ts';

/* Apart from the documents, which are loaded when one is asked for. */

const wellKnown: readonly string[] = [
  fediverseUrls.webFinger,
  fediverseUrls.nodeInfoLinks,
  fediverseUrls.nodeInfo,
  fediverseUrls.nodeInfo20,
  fediverseUrls.hostMeta,
];

export const isFediversePath = (path: string): boolean =>
  path.startsWith(`${fediverseUrls.base}/`) || wellKnown.includes(path);

/** The home page has the actor, and each post its object, as another representation. */
export const hasActivity = (path: string): boolean => path === urls.home || path.startsWith(urls.post(''));

export const asksForActivity = (path: string, { method, headers }: IncomingMessage): boolean =>
  hasActivity(path) && (method === 'GET' || method === 'HEAD') && wantsActivity(headers.accept);

const profile = 'https://www.w3.org/ns/activitystreams';

/** Whether a client wants an activity rather than a page. Browsers name none of these types. */
export function wantsActivity(accept: string | undefined): boolean {
  // Nearly all requests end here.
  if (!accept?.includes('json')) return false;
  let activity = 0;
  let page = 0;
  for (const range of accept.split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim());
    const given = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const quality = given === undefined ? 1 : Number(given) || 0;
    const type = name.toLowerCase();
    const isActivity =
      type === 'application/activity+json' || (type === 'application/ld+json' && range.includes(profile));
    if (isActivity) activity = Math.max(activity, quality);
    if (type === 'text/html' || type === 'application/xhtml+xml') page = Math.max(page, quality);
  }
  return activity > 0 && activity >= page;
}
