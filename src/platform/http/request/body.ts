import type { IncomingMessage } from 'node:http';
import * as messages from '../../messages/owner.ts';
import { Problem } from '../problem.ts';

/** The body, whatever its type. */
export async function readBytes(request: IncomingMessage, limit: number): Promise<Uint8Array> {
  const tooLarge = () => new Problem('too_large', messages.bodyTooLarge(limit));
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge();
  if (request.headers['content-encoding'] !== undefined)
    throw new Problem('wrong_type', messages.compressedBody);
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Events, because an iterator takes longer than all else that is done with a small body.
  request.on('data', (chunk: Uint8Array) => {
    size += chunk.byteLength;
    // The connection stays open while the rest of a refused body arrives: closing it would discard the response.
    if (size > limit) reject(tooLarge());
    else chunks.push(chunk);
  });
  request.once('end', () => resolve(Buffer.concat(chunks)));
  request.once('error', reject);
  const fail = () => reject(new Error('The client closed the connection.'));
  request.once('close', () => {
    if (!request.readableEnded) fail();
  });
  // The server has ended the stream of a request without a body.
  if (request.readableEnded) resolve(new Uint8Array());
  else if (request.destroyed) fail();
  return promise;
}

/** Without a state, because it decodes whole texts. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

export async function readJson(request: IncomingMessage, limit: number): Promise<unknown> {
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type))
    throw new Problem('wrong_type', messages.jsonRequired);
  const bytes = await readBytes(request, limit);
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new Problem('malformed', messages.invalidJson);
  }
}

export async function readPlainBytes(request: IncomingMessage, limit: number): Promise<Uint8Array> {
  if (!/^application\/octet-stream\s*$/i.test(request.headers['content-type'] ?? ''))
    throw new Problem('wrong_type', messages.bytesRequired);
  return readBytes(request, limit);
}

export async function readForm(request: IncomingMessage, limit: number): Promise<URLSearchParams> {
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/x-www-form-urlencoded\b/i.test(type))
    throw new Problem('wrong_type', messages.formRequired);
  return new URLSearchParams(new TextDecoder().decode(await readBytes(request, limit)));
}

/** For requests that say everything by their URL, whatever the type of their body. */
export async function discardBody(request: IncomingMessage, limit: number): Promise<void> {
  await readBytes(request, limit);
}
