import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { outgoing } from '../../../platform/outgoing/client.ts';
import { attempts, NetworkFailure, type Subject } from './failure.ts';
import { checkImageSizes } from './fit-image.ts';
import type { Posted, Share, ShareOptions } from './network.ts';
import { type OAuthKeys, oauthHeader } from './oauth.ts';
import { type Call, request } from './request.ts';
import { altText, xText } from './text.ts';

export type XConfig = OAuthKeys & { baseUrl?: string };

const imageLimit = 5_000_000;
const altLimit = 1000;
const chunkBytes = 1024 * 1024;

const idSchema = z.object({ data: z.object({ id: z.string().regex(/^\d+$/) }) });
const processingSchema = z.object({
  data: z.object({
    processing_info: z.object({ state: z.string(), check_after_secs: z.number().min(1).catch(1) }).optional(),
  }),
});

export const xOrigin = ({ baseUrl }: XConfig): string => new URL(baseUrl ?? 'https://api.x.com').origin;

export const xSubject = (config: XConfig): Subject => ({
  name: 'X',
  credentials: 'X_API_KEY, X_API_SECRET, X_ACCESS_TOKEN and X_ACCESS_SECRET',
  urlVariable: 'X_BASE_URL',
  secrets: [config.apiKey, config.apiSecret, config.accessToken, config.accessSecret],
});

export async function shareOnX(
  config: XConfig,
  share: Share,
  signal: AbortSignal,
  options: ShareOptions = {},
): Promise<Posted> {
  checkImageSizes('X', share.images, imageLimit);
  const base = xOrigin(config);
  using client = outgoing({ to: base, ...options });
  const attempt = attempts(xSubject(config), signal);
  const send = <T>(path: string, call: Call, schema: z.ZodType<T>) => {
    const url = new URL(`/2/${path}`, base);
    const headers = { authorization: oauthHeader(config, call.method ?? 'POST', url) };
    return request(client, url, { ...call, headers }, schema, signal);
  };

  async function upload({ bytes, type, alt }: Share['images'][number]): Promise<string> {
    const start = { media_type: type, media_category: 'tweet_image', total_bytes: bytes.length };
    const { id } = (await send('media/upload/initialize', { json: start }, idSchema)).data;
    for (let index = 0; index * chunkBytes < bytes.length; index++) {
      const body = new FormData();
      body.append('segment_index', String(index));
      const chunk = bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes);
      body.append('media', new Blob([new Uint8Array(chunk)]), 'media');
      await send(`media/upload/${id}/append`, { body }, z.unknown());
    }
    let { data } = await send(`media/upload/${id}/finalize`, {}, processingSchema);
    while (data.processing_info && data.processing_info.state !== 'succeeded') {
      if (data.processing_info.state === 'failed')
        throw new NetworkFailure('X could not process the image. Nothing was posted.');
      await sleep(data.processing_info.check_after_secs * 1000, undefined, { signal });
      const status = `media/upload?command=STATUS&media_id=${id}`;
      ({ data } = await send(status, { method: 'GET' }, processingSchema));
    }
    const text = altText(alt, altLimit);
    if (text) await send('media/metadata', { json: { id, metadata: { alt_text: { text } } } }, z.unknown());
    return id;
  }

  const media_ids: string[] = [];
  for (const image of share.images) media_ids.push(await attempt('image', () => upload(image)));
  return await attempt('post', async () => {
    const media = media_ids.length > 0 && { media: { media_ids } };
    const json = { text: xText(share.title, share.link), ...media };
    const { data } = await send('tweets', { json }, idSchema);
    return { url: `https://x.com/i/web/status/${data.id}`, id: data.id, cid: null };
  });
}
