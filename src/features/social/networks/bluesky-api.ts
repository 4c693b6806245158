import { z } from 'zod';
import { outgoing } from '../../../platform/outgoing/client.ts';
import { attempts, Gone, RateLimited, restUntil } from './failure.ts';
import type { ShareOptions } from './network.ts';
import { type Call, ErrorResponse, requestWithHeaders } from './request.ts';

export type BlueskyConfig = {
  identifier: string;
  password: string;
  url?: string;
  /** Where public posts are read; not the server of the account. */
  appViewUrl?: string;
};

export const postCollection = 'app.bsky.feed.post';

export const postUri = z
  .string()
  .max(600)
  .regex(/^at:\/\/[\w.:%-]+\/app\.bsky\.feed\.post\/[\w.:~-]+$/);

/** `at://account/collection/key` */
export function partsOf(uri: string): { account: string; key: string } {
  const [, , account = '', , key = ''] = uri.split('/');
  return { account, key };
}

export function postUrl(uri: string): string {
  const { account, key } = partsOf(uri);
  return `https://bsky.app/profile/${account}/post/${key}`;
}

const sessionSchema = z.object({
  did: z.string(),
  accessJwt: z.string(),
  didDoc: z
    .object({
      service: z.array(z.object({ id: z.string(), type: z.string(), serviceEndpoint: z.unknown() })),
    })
    .optional()
    .catch(undefined),
});

/** The calls of a server, until the signal aborts them. */
export function blueskyApi(config: BlueskyConfig, signal: AbortSignal, options: ShareOptions = {}) {
  const attempt = attempts(
    {
      name: 'Bluesky',
      credentials: 'BLUESKY_IDENTIFIER and BLUESKY_PASSWORD',
      urlVariable: 'BLUESKY_URL',
      secrets: [config.password],
    },
    signal,
  );
  const service = config.url ?? 'https://bsky.social';
  // The service may name the server that holds the account.
  const client = outgoing({ to: service, elsewhere: 'https', ...options });
  const send = sender(client, signal);
  return {
    attempt,
    /** Signs in, and returns what calls the server of the account. */
    async signIn() {
      const session = await attempt('prepare', () => {
        const json = { identifier: config.identifier.replace(/^@/, ''), password: config.password };
        return send(service, 'com.atproto.server.createSession', { json }, sessionSchema);
      });
      const server = accountServer(session) ?? service;
      const authorization = `Bearer ${session.accessJwt}`;
      return {
        did: session.did,
        send: <T>(procedure: string, call: Call, schema: z.ZodType<T>) =>
          send(server, procedure, { ...call, headers: { ...call.headers, authorization } }, schema),
      };
    },
    [Symbol.dispose]: () => client[Symbol.dispose](),
  };
}

/** Reads public posts, without signing in. */
export function appView(config: BlueskyConfig, signal: AbortSignal, options: ShareOptions = {}) {
  const attempt = attempts(
    { name: 'Bluesky', credentials: 'nothing', urlVariable: 'BLUESKY_APPVIEW_URL', secrets: [] },
    signal,
  );
  const server = config.appViewUrl ?? 'https://public.api.bsky.app';
  const client = outgoing({ to: server, ...options });
  const send = sender(client, signal);
  return {
    attempt,
    get: <T>(method: string, query: Record<string, string>, schema: z.ZodType<T>) =>
      send(server, `${method}?${new URLSearchParams(query)}`, { method: 'GET' }, schema).catch(
        goneIfNotFound,
      ),
    [Symbol.dispose]: () => client[Symbol.dispose](),
  };
}

export type AppView = ReturnType<typeof appView>;

function sender(client: ReturnType<typeof outgoing>, signal: AbortSignal) {
  let rest: number | undefined;
  return async <T>(server: string, procedure: string, call: Call, schema: z.ZodType<T>): Promise<T> => {
    if (rest !== undefined && rest > Date.now()) throw new RateLimited('Bluesky', rest);
    const url = new URL(`/xrpc/${procedure}`, server);
    const { body, headers } = await requestWithHeaders(client, url, call, schema, signal);
    rest = restUntil((name) => headers.get(name), Date.now());
    return body;
  };
}

function goneIfNotFound(error: unknown): never {
  const isGone = error instanceof ErrorResponse && error.status === 400 && error.code === 'NotFound';
  throw isGone ? new Gone('Bluesky') : error;
}

function accountServer({ did, didDoc }: z.infer<typeof sessionSchema>): string | undefined {
  const entry = didDoc?.service.find(({ id }) => id === '#atproto_pds' || id === `${did}#atproto_pds`);
  if (entry?.type !== 'AtprotoPersonalDataServer') return undefined;
  const url = entry.serviceEndpoint;
  return typeof url === 'string' && URL.canParse(url) ? url : undefined;
}
