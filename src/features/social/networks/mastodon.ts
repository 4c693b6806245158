import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { Gone } from './failure.ts';
import { checkImageSizes } from './fit-image.ts';
import {
  goneIfNotFound,
  type MastodonApi,
  type MastodonConfig,
  mastodonApi,
  statusPath,
  webUrl,
} from './mastodon-api.ts';
import type { Posted, Share, ShareOptions } from './network.ts';
import { altText, mastodonText } from './text.ts';

export type { MastodonConfig } from './mastodon-api.ts';

const pollInterval = 500;

/** The URL is null until the image is processed. */
const mediaSchema = z.object({ id: z.string(), url: z.string().nullish() });
const statusSchema = z.object({
  id: z.string().nullish().catch(null),
  url: webUrl.nullish(),
  uri: z.string(),
});

export async function shareOnMastodon(
  config: MastodonConfig,
  share: Share,
  signal: AbortSignal,
  options: ShareOptions = {},
): Promise<Posted> {
  using api = mastodonApi(config, signal, options);
  const content = await prepare(api, share, signal);
  return await api.attempt('post', async () => {
    const parts = [share.link, share.title, ...(share.generation ? [share.generation] : [])];
    const key = createHash('sha256').update(parts.join('\n')).digest('hex');
    const call = { headers: { 'idempotency-key': key }, json: content };
    return posted(await api.send('/api/v1/statuses', call, statusSchema));
  });
}

/** Changes text and images of a shared post; its replies and likes stay. */
export async function updateOnMastodon(
  config: MastodonConfig,
  id: string,
  share: Share,
  signal: AbortSignal,
  options: ShareOptions = {},
): Promise<Posted> {
  using api = mastodonApi(config, signal, options);
  const content = await prepare(api, share, signal);
  return await api.attempt('post', async () => {
    const call = { method: 'PUT', json: content } as const;
    return posted(await api.send(statusPath(id), call, statusSchema).catch(goneIfNotFound));
  });
}

export async function removeOnMastodon(
  config: MastodonConfig,
  id: string,
  signal: AbortSignal,
  options: ShareOptions = {},
): Promise<void> {
  using api = mastodonApi(config, signal, options);
  await api.attempt('read', async () => {
    const removing = api.send(statusPath(id), { method: 'DELETE' }, z.unknown()).catch(goneIfNotFound);
    await removing.catch((error) => {
      if (!(error instanceof Gone)) throw error;
    });
  });
}

/** Uploads the images, and makes the text fit. */
async function prepare(api: MastodonApi, share: Share, signal: AbortSignal) {
  const { text, link, image: imageLimit, alt } = await api.attempt('prepare', api.limits);
  checkImageSizes('Mastodon', share.images, imageLimit);
  const media_ids: string[] = [];
  for (const image of share.images) {
    const description = altText(image.alt, alt);
    media_ids.push(await api.attempt('image', () => upload(api, image, description, signal)));
  }
  return { status: mastodonText(share.title, share.link, { text, link }), media_ids };
}

async function upload(
  api: MastodonApi,
  image: Share['images'][number],
  description: string,
  signal: AbortSignal,
): Promise<string> {
  const body = new FormData();
  const name = `image.${image.type.replace(/^image\//, '')}`;
  body.append('file', new Blob([new Uint8Array(image.bytes)], { type: image.type }), name);
  body.append('description', description);
  let media = await api.send('/api/v2/media', { body }, mediaSchema);
  while (!media.url) {
    await sleep(pollInterval, undefined, { signal });
    media = await api.get(`/api/v1/media/${encodeURIComponent(media.id)}`, mediaSchema);
  }
  return media.id;
}

const posted = ({ id, url, uri }: z.infer<typeof statusSchema>): Posted => ({
  url: new URL(url ?? webUrl.parse(uri)).href,
  id: id ?? null,
  cid: null,
});
