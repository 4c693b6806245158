import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Blog } from '../../platform/blog.ts';
import { type Make, sendDocument } from '../../platform/http/cache/documents.ts';
import type { Site } from '../../platform/http/context.ts';
import type { RequestHandler } from '../../platform/http/exchange.ts';
import { urls } from '../../platform/http/urls.ts';
import { everyPost } from './posts.ts';

const everyPostPath = `${urls.api}/getposts`;

const type = 'application/json; charset=utf-8';

class TooLarge extends Error {}

/**
 * Sends the cards of every post, to everyone the same and from the cache. On a site with more posts than the cache has room for,
 * each response is read and sent in parts: a slow client holds one part, and each part waits for its turn in the queue.
 */
export function everyPostSender(site: Site): RequestHandler {
  const maxBytes = site.pages?.cache.maxPageBytes ?? 0;
  let isTooLarge = maxBytes === 0;

  const make: Make = async (blog) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    for await (const part of jsonParts(blog)) {
      parts.push(Buffer.from(part));
      bytes += parts.at(-1)?.length ?? 0;
      if (bytes > maxBytes) throw new TooLarge();
      await site.queue.yield();
    }
    return { type, body: Buffer.concat(parts) };
  };

  async function sendInParts(request: IncomingMessage, response: ServerResponse): Promise<void> {
    site.queue.rejectIfFull('reads', request);
    const parts = jsonParts(site.blog);
    const next = () => site.queue.run('reads', request, () => parts.next());
    // A failure of the first part still has a status of its own.
    let part = await next();
    response.setHeader('content-type', type);
    response.setHeader('cache-control', 'private, no-store');
    if (request.method === 'HEAD') return void response.end();
    await pipeline(async function* () {
      for (; !part.done; part = await next()) yield part.value;
    }, response);
  }

  async function send(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      if (!isTooLarge) return await sendDocument(site, everyPostPath, make, request, response);
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
      isTooLarge = true;
    }
    return sendInParts(request, response);
  }

  return async ({ path, request, response }) => {
    if (path !== everyPostPath || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
    await send(request, response);
    return true;
  };
}

async function* jsonParts(blog: Blog): AsyncGenerator<string> {
  let separator = '[';
  for await (const cards of everyPost(blog)) {
    if (cards.length === 0) continue;
    yield separator + cards.map((card) => JSON.stringify(card)).join(',');
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}
