import type { IncomingMessage, ServerResponse } from 'node:http';
import { setHeaders } from '../headers.ts';
import { encodingFor } from './encoding.ts';
import { type CachedPage, cachedHeaders, encodingOf, formOf, isCurrent } from './page-cache.ts';

/** Sends a cached page, or 304 to a client that has it already. */
export async function sendCached(
  page: CachedPage,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { 'if-none-match': etags, 'if-modified-since': since } = request.headers;
  if (isCurrent(page, etags, since)) {
    setHeaders(response, cachedHeaders(page));
    response.statusCode = 304;
    response.end();
    return;
  }
  const encoding = encodingOf(page, encodingFor(request.headers['accept-encoding']?.toString()));
  const bytes = await formOf(page, encoding);
  setHeaders(response, cachedHeaders(page, { encoding, bytes }));
  response.end(request.method === 'HEAD' ? undefined : bytes);
}
