import type { IncomingMessage } from 'node:http';
import { Problem } from '../../contract/errors.ts';

/** The bytes of a request, at most `limit` of them. */
async function readBytes(request: IncomingMessage, limit: number): Promise<Uint8Array> {
  const tooLarge = () =>
    new Problem('too_large', `This is too large: at most ${Math.floor(limit / 1024)} KB, please.`);
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge();
  if (request.headers['content-encoding'] !== undefined)
    throw new Problem('wrong_type', 'Please send the body without compression.');
  const chunks: Uint8Array[] = [];
  let size = 0;
  // The rest of a body that is refused may still arrive: closing the connection would take the answer along.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export async function readJson(request: IncomingMessage, limit: number): Promise<unknown> {
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type))
    throw new Problem('wrong_type', 'Please send JSON (content-type: application/json).');
  const bytes = await readBytes(request, limit);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Problem('malformed', 'The body is not valid JSON.');
  }
}

export async function readForm(request: IncomingMessage, limit: number): Promise<URLSearchParams> {
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/x-www-form-urlencoded\b/i.test(type))
    throw new Problem('wrong_type', 'Please send the form as application/x-www-form-urlencoded.');
  return new URLSearchParams(new TextDecoder().decode(await readBytes(request, limit)));
}
