import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { matchesEtag } from './etags.ts';

const compress = promisify(gzip);

export type Document = {
  type: string;
  body: string | Buffer;
  /** When it last changed, if that is known. */
  modified?: Date;
  /** For how long it may be used without asking again; without it, readers always ask. */
  seconds?: number;
};

const worthCompressing = 1024;

/** Answers with a document that everybody may keep, and with 304 to those who have it. */
export async function sendDocument(
  document: Document,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = Buffer.from(document.body);
  // Weak, because the compressed form has the same one.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  response.setHeader('content-type', document.type);
  response.setHeader(
    'cache-control',
    document.seconds ? `public, max-age=${document.seconds}` : 'public, no-cache',
  );
  response.setHeader('etag', etag);
  // Feeds and cards are shown on pages of other sites.
  response.setHeader('cross-origin-resource-policy', 'cross-origin');
  const text = !document.type.startsWith('image/') || document.type.startsWith('image/svg');
  if (text) response.appendHeader('vary', 'accept-encoding');
  if (document.modified) response.setHeader('last-modified', document.modified.toUTCString());
  if (isKnown(request, etag, document.modified)) {
    response.statusCode = 304;
    response.end();
    return;
  }
  let sent = body;
  if (text && body.length > worthCompressing && /\bgzip\b/.test(String(request.headers['accept-encoding']))) {
    response.setHeader('content-encoding', 'gzip');
    sent = await compress(body);
  }
  response.setHeader('content-length', sent.length);
  response.end(request.method === 'HEAD' ? undefined : sent);
}

/**
 * The date must be the very one that was told: a feed that loses its newest post has an older one, and still changed.
 */
function isKnown(request: IncomingMessage, etag: string, modified: Date | undefined): boolean {
  const { 'if-none-match': tags, 'if-modified-since': since } = request.headers;
  if (tags !== undefined) return matchesEtag(tags, etag);
  return modified !== undefined && since === modified.toUTCString();
}
