import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { outgoing } from '../outgoing/client.ts';
import { attempts } from './failure.ts';
import { checkImageSizes } from './fit-image.ts';
import type { Posted, Share, ShareOptions } from './network.ts';
import { type Call, ErrorResponse, request } from './request.ts';
import { altText, mastodonText } from './text.ts';

export type MastodonConfig = { url: string; token: string };

const pollInterval = 500;

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
/** The URL is null until the image is processed. */
const mediaSchema = z.object({ id: z.string(), url: z.string().nullish() });
const webUrl = z.url({ protocol: /^https?$/ });
const statusSchema = z.object({ url: webUrl.nullish(), uri: z.string() });

export async function shareOnMastodon(
  config: MastodonConfig,
  share: Share,
  signal: AbortSignal,
  options: ShareOptions = {},
): Promise<Posted> {
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
  using client = outgoing({ to: config.url, ...options });
  const send = <T>(path: string, call: Call, schema: z.ZodType<T>) => {
    const headers = { ...call.headers, authorization: `Bearer ${config.token}` };
    return request(client, new URL(path, config.url), { ...call, headers }, schema, signal);
  };

  async function limits() {
    const call = { method: 'GET' } as const;
    const instance = await send('/api/v2/instance', call, instanceSchema).catch((error) => {
      if (error instanceof ErrorResponse && error.status === 404) return undefined;
      throw error;
    });
    const { statuses, media_attachments } = instance?.configuration ?? {};
    return {
      text: statuses?.max_characters ?? 500,
      link: statuses?.characters_reserved_per_url ?? 23,
      image: media_attachments?.image_size_limit ?? 16 * 1024 * 1024,
      alt: media_attachments?.description_limit ?? 1500,
    };
  }

  async function upload(image: Share['images'][number], description: string): Promise<string> {
    const body = new FormData();
    const name = `image.${image.type.replace(/^image\//, '')}`;
    body.append('file', new Blob([new Uint8Array(image.bytes)], { type: image.type }), name);
    body.append('description', description);
    let media = await send('/api/v2/media', { body }, mediaSchema);
    while (!media.url) {
      await sleep(pollInterval, undefined, { signal });
      media = await send(`/api/v1/media/${encodeURIComponent(media.id)}`, { method: 'GET' }, mediaSchema);
    }
    return media.id;
  }

  const { text, link, image: imageLimit, alt } = await attempt('prepare', limits);
  checkImageSizes('Mastodon', share.images, imageLimit);
  const media_ids: string[] = [];
  for (const image of share.images) {
    const description = altText(image.alt, alt);
    media_ids.push(await attempt('image', () => upload(image, description)));
  }

  return await attempt('post', async () => {
    const status = mastodonText(share.title, share.link, { text, link });
    const key = createHash('sha256').update(`${share.link}\n${share.title}`).digest('hex');
    const call = { headers: { 'idempotency-key': key }, json: { status, media_ids } };
    const { url, uri } = await send('/api/v1/statuses', call, statusSchema);
    return { url: new URL(url ?? webUrl.parse(uri)).href };
  });
}
