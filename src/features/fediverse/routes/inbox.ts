import { readSite } from '../../../core/site/site.ts';
import type { Exchange } from '../../../platform/http/exchange.ts';
import { rateLimiter } from '../../../platform/http/limits/rate-limit.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { readBytes } from '../../../platform/http/request/body.ts';
import { visitorKey } from '../../../platform/http/request/ip-networks.ts';
import { supportedMethods } from '../../../platform/messages/owner.ts';
import { haveSameHost, isJson, webUrl } from '../activity-json.ts';
import { type Activity, storeRequest } from '../inbox.ts';
import * as messages from '../messages.ts';
import { readSignedRequest } from '../signed-request.ts';
import { fediverseUrls } from '../urls.ts';

const maxBodyBytes = 256 * 1024;

/** A large server sends the reactions to a popular post; its queue keeps what is refused. */
const limit = { max: 600, seconds: 60, message: () => messages.inboxRateLimited };

/**
 * A request to the inbox. It is checked as far as that needs no other server, stored, and answered; a job verifies its signature
 * and lets it take effect. False when the fediverse is switched off: then there is no inbox.
 */
export async function receiveActivity(exchange: Exchange): Promise<boolean> {
  const { site, path, request, response } = exchange;
  const { ip } = exchange.context;
  const { blog } = site;
  if (path !== fediverseUrls.inbox) return false;
  if ((await readSite(blog)).fediverse === 'off') return false;
  if (request.method !== 'POST') {
    response.setHeader('allow', 'POST');
    throw new Problem('method_not_allowed', supportedMethods(['POST']));
  }
  await rateLimiter(blog, 'inbox', limit)(visitorKey(ip));
  site.queue.rejectIfFull('writes', request);
  if (!/^application\/(?:activity|ld)\+json *(?:;|$)/i.test(request.headers['content-type'] ?? ''))
    throw new Problem('wrong_type', messages.activityTypeRequired);
  const bytes = await readBytes(request, maxBodyBytes);
  const body = decode(bytes);
  const activity = toActivity(body, blog.siteUrl());
  const signed = readSignedRequest(request.headers, bytes, blog.now());
  if (!haveSameHost(signed.keyId, activity.actor)) throw new Problem('no_auth', messages.keyOfOtherHost);
  await rateLimiter(blog, 'inboxHost', limit)(new URL(activity.actor).host);
  await site.queue.run('writes', request, () =>
    storeRequest(blog, { path, headers: signed.headers, body, activity }),
  );
  response.writeHead(202, { 'content-length': 0, 'cache-control': 'no-store' }).end();
  return true;
}

/** The digest is that of the bytes, so the text has to be the same bytes again: a byte order mark stays, and is no JSON. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Problem('malformed', messages.invalidActivity);
  }
}

function toActivity(body: string, siteUrl: string): Activity {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw new Problem('malformed', messages.invalidActivity);
  }
  const isActivity = (value: unknown): value is Activity =>
    isJson(value) &&
    typeof value.type === 'string' &&
    webUrl(value.id) !== undefined &&
    isSafe(webUrl(value.actor), siteUrl);
  if (!isActivity(parsed)) throw new Problem('malformed', messages.invalidActivity);
  if (!haveSameHost(parsed.id, parsed.actor)) throw new Problem('malformed', messages.activityOfOtherHost);
  return parsed;
}

/** A key that is fetched without encryption could be replaced on the way. */
const isSafe = (actor: URL | undefined, siteUrl: string): boolean =>
  actor !== undefined && (actor.protocol === 'https:' || siteUrl.startsWith('http:'));
