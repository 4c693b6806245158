import type { IncomingMessage, ServerResponse } from 'node:http';
import { setHeaders } from '../headers.ts';
import { encodingFor } from './encoding.ts';
import { type CachedPage, encodingOf, formOf, isCurrent, keptHeaders } from './page-cache.ts';

/** Sends what is the same for every reader; a client that has it already is told so. */
export async function sendCached(
  page: CachedPage,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { 'if-none-match': tags, 'if-modified-since': since } = request.headers;
  if (isCurrent(page, tags, since)) {
    setHeaders(response, keptHeaders(page));
    response.statusCode = 304;
    response.end();
    return;
  }
  const encoding = encodingOf(page, encodingFor(request.headers['accept-encoding']?.toString()));
  const bytes = await formOf(page, encoding);
  setHeaders(response, keptHeaders(page, { encoding, bytes }));
  response.end(request.method === 'HEAD' ? undefined : bytes);
}
