import { z } from 'zod';
import { outgoing } from '../../../platform/outgoing/client.ts';
import { attempts, Gone, RateLimited, restUntil } from './failure.ts';
import type { ShareOptions } from './network.ts';
import { type Call, ErrorResponse, type Received, requestWithHeaders } from './request.ts';

export type MastodonConfig = { url: string; token: string };

export const webUrl = z.url({ protocol: /^https?$/ });

/** Servers that implement Mastodon's API without being Mastodon leave some of these out. */
const limit = z.int().positive().optional().catch(undefined);
const instanceSchema = z.object({
  configuration: z
    .object({
      statuses: z.object({ max_characters: limit, characters_reserved_per_url: limit }).optional(),
      media_attachments: z.object({ image_size_limit: limit, description_limit: limit }).optional(),
    })
    .optional(),
});

/** The API of the configured server, until the signal aborts it. */
export function mastodonApi(config: MastodonConfig, signal: AbortSignal, options: ShareOptions = {}) {
  const client = outgoing({ to: config.url, ...options });
  const attempt = attempts(
    {
      name: 'Mastodon',
      credentials: 'MASTODON_TOKEN',
      urlVariable: 'MASTODON_URL',
      secrets: [config.token],
      whenUnknown:
        'It is unknown whether the post was published. Trying again within the hour will not publish it twice.',
    },
    signal,
  );
  let rest: number | undefined;

  async function sendForHeaders<T>(path: string, call: Call, schema: z.ZodType<T>): Promise<Received<T>> {
    if (rest !== undefined && rest > Date.now()) throw new RateLimited('Mastodon', rest);
    const headers = { ...call.headers, authorization: `Bearer ${config.token}` };
    const url = new URL(path, config.url);
    const received = await requestWithHeaders(client, url, { ...call, headers }, schema, signal);
    rest = restUntil((name) => received.headers.get(name), Date.now());
    return received;
  }
  const send = async <T>(path: string, call: Call, schema: z.ZodType<T>): Promise<T> =>
    (await sendForHeaders(path, call, schema)).body;

  return {
    attempt,
    send,
    sendForHeaders,
    get: <T>(path: string, schema: z.ZodType<T>) => send(path, { method: 'GET' }, schema),
    async limits() {
      const call = { method: 'GET' } as const;
      const instance = await send('/api/v2/instance', call, instanceSchema).catch((error) => {
        if (isNotFound(error)) return undefined;
        throw error;
      });
      const { statuses, media_attachments } = instance?.configuration ?? {};
      return {
        text: statuses?.max_characters ?? 500,
        link: statuses?.characters_reserved_per_url ?? 23,
        image: media_attachments?.image_size_limit ?? 16 * 1024 * 1024,
        alt: media_attachments?.description_limit ?? 1500,
      };
    },
    [Symbol.dispose]: () => client[Symbol.dispose](),
  };
}

export type MastodonApi = ReturnType<typeof mastodonApi>;

export const statusPath = (id: string): string => `/api/v1/statuses/${encodeURIComponent(id)}`;

const isNotFound = (error: unknown): error is ErrorResponse =>
  error instanceof ErrorResponse && error.status === 404;

/** A proxy in front of the server, or another program at its URL, answers 404 with a page of its own. */
export function goneIfNotFound(error: unknown): never {
  const isGone = isNotFound(error) || (error instanceof ErrorResponse && error.status === 410);
  throw isGone && typeof error.reason === 'string' ? new Gone('Mastodon') : error;
}
