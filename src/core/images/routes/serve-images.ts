import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Blog } from '../../../platform/blog.ts';
import { matchesEtag } from '../../../platform/http/cache/etags.ts';
import type { Exchange } from '../../../platform/http/exchange.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { requestedRange } from '../../../platform/http/request/ranges.ts';
import * as messages from '../../../platform/messages/owner.ts';

/** Serves images by their content-hashed names, cacheable forever, with range requests. */
export async function sendImage({ site, path, request, response }: Exchange): Promise<boolean> {
  if (!path.startsWith('/images/')) return false;
  await send(site.blog, request, response);
  return true;
}

async function send(blog: Blog, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const name = blog.files.nameOf(pathname);
  const stat = name === null ? null : await blog.files.stat(name);
  if (name === null || !stat) throw new Problem('not_found', messages.noSuchImage);

  const etag = `"${name}"`;
  response.setHeader('content-type', stat.type);
  response.setHeader('cache-control', 'public, max-age=31536000, immutable');
  response.setHeader('etag', etag);
  response.setHeader('accept-ranges', 'bytes');
  // Feed readers show images on pages of other sites.
  response.setHeader('cross-origin-resource-policy', 'cross-origin');
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    response.statusCode = 304;
    response.end();
    return;
  }
  const range = requestedRange(request.headers, etag, stat.size);
  if (range === 'unsatisfiable') {
    response.statusCode = 416;
    response.setHeader('content-range', `bytes */${stat.size}`);
    response.end();
    return;
  }
  if (range) {
    response.statusCode = 206;
    response.setHeader('content-range', `bytes ${range.start}-${range.end}/${stat.size}`);
  }
  response.setHeader('content-length', range ? range.end - range.start + 1 : stat.size);
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const file = await blog.files.read(name, range ?? undefined);
  if (!file) throw new Problem('not_found', messages.noSuchImage);
  try {
    await pipeline(file.body, response);
  } catch (error) {
    if (!disconnected.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    // Node ends the process when a file handle is closed by the garbage collector.
    file.body.destroy();
  }
}

/** How a pipeline fails when the client disconnects while it runs, or before it starts. */
const disconnected = ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE'];
