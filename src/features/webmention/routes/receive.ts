import type { IncomingMessage } from 'node:http';
import { webmentionBytes } from '../../../platform/http/api/limits.ts';
import type { RequestContext, Site } from '../../../platform/http/context.ts';
import type { RequestHandler } from '../../../platform/http/exchange.ts';
import { rateLimiter } from '../../../platform/http/limits/rate-limit.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { readForm } from '../../../platform/http/request/body.ts';
import { visitorKey } from '../../../platform/http/request/ip-networks.ts';
import { urls } from '../../../platform/http/urls.ts';
import { noSuchPage } from '../../../platform/messages/owner.ts';
import { checkWebmention, storeWebmention, takesWebmentions } from '../accept.ts';
import * as messages from '../messages.ts';
import { webmentionUrls } from '../webmentions.ts';

/** So that a flood of them leaves most of the queue of writes to votes and comments of readers. */
const maxAtOnce = 50;
const retryAfter = 60;
/** How long a queue that was full is not looked at. */
const fullMs = 1_000;

/** Services send those of many people, so these are generous; the number of webmentions that wait is limited, too. */
const limits = {
  visitor: { max: 60, seconds: 60, message: () => messages.rateLimited },
  source: { max: 200, seconds: 10 * 60, message: () => messages.rateLimited },
};

/**
 * Receives webmentions. Other servers send them, so their origin is not checked, and no cookie is looked at. False when this site
 * takes none and the request asks for a page, which any other path may have.
 */
export function webmentionEndpoint(site: Site): RequestHandler {
  let current = 0;
  let fullUntil = 0;
  const limitVisitor = rateLimiter(site.blog, 'webmention', limits.visitor);
  const limitSource = rateLimiter(site.blog, 'webmentionSource', limits.source);

  async function receive({ ip }: RequestContext, request: IncomingMessage): Promise<void> {
    // Before anything is read or written.
    if (current >= maxAtOnce || performance.now() < fullUntil)
      throw new Problem('unavailable', messages.queueFull, { retryAfter });
    current++;
    try {
      if (!(await takesWebmentions(site.blog))) throw new Problem('not_found', noSuchPage);
      // On SQLite each limit that is counted is a transaction. Those that follow each other in one turn hold up all readers.
      await site.queue.yield();
      await limitVisitor(visitorKey(ip));
      const given = webmentionUrls(await readFields(request), site.blog.siteUrl());
      if ('problem' in given) throw new Problem('malformed', given.problem);
      await site.queue.yield();
      await limitSource(given.source.host);
      const accepted = await site.queue.run('writes', request, () => checkWebmention(site.blog, given));
      await storeWebmention(site.blog, accepted);
    } catch (error) {
      if (error instanceof Problem && error.code === 'unavailable') fullUntil = performance.now() + fullMs;
      throw error;
    } finally {
      current--;
    }
  }

  return async ({ path, context, request, response }) => {
    if (path !== urls.webmention) return false;
    if (request.method !== 'POST') {
      if (!(await takesWebmentions(site.blog))) return false;
      response.setHeader('allow', 'POST');
      throw new Problem('method_not_allowed', messages.postOnly);
    }
    await receive(context, request);
    response.statusCode = 202;
    response.setHeader('content-type', 'text/plain; charset=utf-8');
    response.setHeader('cache-control', 'no-store');
    response.end(`${messages.accepted}\n`);
    return true;
  };
}

/** Whatever is wrong with a request is status 400, as the specification wants it. */
async function readFields(request: IncomingMessage): Promise<{ source: string; target: string }> {
  let form: URLSearchParams;
  try {
    form = await readForm(request, webmentionBytes);
  } catch (error) {
    throw error instanceof Problem ? new Problem('malformed', messages.formInvalid, { cause: error }) : error;
  }
  const [sources, targets] = [form.getAll('source'), form.getAll('target')];
  const [source, target] = [sources[0], targets[0]];
  if (source === undefined || target === undefined || sources.length > 1 || targets.length > 1)
    throw new Problem('malformed', messages.formInvalid);
  return { source, target };
}
