import type { z } from 'zod';
import type { Outgoing } from '../../../platform/outgoing/client.ts';

/** A response with an error status. */
export class ErrorResponse extends Error {
  override name = 'ErrorResponse';
  readonly status: number;
  readonly headers: Headers;
  /** The reason in the network's own words, if it gave one. */
  readonly reason: unknown;
  /** The name of the error; only Bluesky has names. */
  readonly code: unknown;

  constructor(response: Response, body: string) {
    super(`status ${response.status}`);
    this.status = response.status;
    this.headers = response.headers;
    this.reason = reasonIn(body);
    this.code = codeIn(body);
  }
}

export type Call = { method?: 'GET' | 'POST' | 'PUT' | 'DELETE'; headers?: Record<string, string> } & (
  | { json?: unknown }
  | { body: FormData | Uint8Array<ArrayBuffer> }
);

export type Received<T> = { body: T; headers: Headers };

/** Sends a request and returns the response, of which only what the schema names is kept. */
export const request = async <T>(...args: Parameters<typeof requestWithHeaders<T>>): Promise<T> =>
  (await requestWithHeaders(...args)).body;

export async function requestWithHeaders<T>(
  client: Outgoing,
  url: string | URL,
  call: Call,
  schema: z.ZodType<T>,
  signal: AbortSignal,
): Promise<Received<T>> {
  const headers = new Headers(call.headers);
  const json = 'json' in call;
  if (json) headers.set('content-type', 'application/json');
  const body = json ? JSON.stringify(call.json) : 'body' in call ? call.body : null;
  const response = await client.fetch(url, { method: call.method ?? 'POST', headers, body, signal });
  const text = await response.text();
  if (!response.ok) throw new ErrorResponse(response, text);
  return { body: schema.parse(JSON.parse(text || 'null')), headers: response.headers };
}

/** Bluesky says `message`, Mastodon `error`, X `detail`, `errors` or `title`. Proxies in front of them send HTML. */
function reasonIn(body: string): unknown {
  try {
    const { detail, message, errors, title, error } = JSON.parse(body);
    return detail ?? message ?? errors?.[0]?.message ?? title ?? error;
  } catch {
    return undefined;
  }
}

function codeIn(body: string): unknown {
  try {
    return JSON.parse(body).error;
  } catch {
    return undefined;
  }
}
