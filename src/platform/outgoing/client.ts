import { lookup } from 'node:dns';
import { Agent as HttpAgent, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Readable } from 'node:stream';
import { createGuard, type GuardOptions } from './guard.ts';
import { type Limits, type Message, parts, readWhole, send } from './send.ts';

export type OutgoingOptions = GuardOptions & { limits?: Partial<Limits> };

type StreamedResponse = { status: number; headers: Headers; body: Readable };

export type Outgoing = {
  /** Like the global fetch, but guarded: redirects and compressed responses are refused, and the response is buffered. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** Streams the body, for responses of any size. */
  stream(url: URL, message: Message): Promise<StreamedResponse>;
  [Symbol.dispose](): void;
};

const usualLimits: Limits = { connectMs: 5_000, silentMs: 15_000, totalMs: 30_000, answerBytes: 1024 * 1024 };

/**
 * The only client for other servers: it connects to public IP addresses only, unless the configuration names a private
 * one, aborts responses that are too slow or too large, and contacts no server but the configured one.
 */
export function outgoing(options: OutgoingOptions): Outgoing {
  const limits = { ...usualLimits, ...options.limits };
  const guard = createGuard({ resolve: lookup, ...options });
  // A connection is used again for its host and port only, which the guard has admitted.
  const agents = {
    'http:': new HttpAgent({ keepAlive: true }),
    'https:': new HttpsAgent({ keepAlive: true }),
  };
  const start = async (url: URL, message: Message): Promise<IncomingMessage> => {
    const connection = { lookup: guard(url), agent: agents[url.protocol as 'http:' | 'https:'] };
    return send(url, message, connection, limits);
  };
  return {
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const body = request.body ? new Uint8Array(await request.arrayBuffer()) : undefined;
      const { method, headers, signal } = request;
      const started = performance.now();
      const answer = await start(new URL(request.url), { method, headers, body, signal });
      const status = answer.statusCode ?? 0;
      const bytes = await readWhole(answer, started, limits);
      return new Response([204, 205].includes(status) ? null : new Uint8Array(bytes), {
        status,
        headers: headersOf(answer),
      });
    },
    stream: async (url, message) => {
      const answer = await start(url, message);
      const body = Readable.from(parts(answer, limits.silentMs), { objectMode: false });
      body.once('close', () => answer.destroy());
      return { status: answer.statusCode ?? 0, headers: headersOf(answer), body };
    },
    [Symbol.dispose]: () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  return headers;
}
