import { z } from 'zod';
import { type BlueskyConfig, blueskyApi, partsOf, postCollection, postUri, postUrl } from './bluesky-api.ts';
import { checkImageSizes } from './fit-image.ts';
import type { Posted, Share, ShareOptions } from './network.ts';
import { altText, blueskyText } from './text.ts';

export type { BlueskyConfig } from './bluesky-api.ts';

// As in the lexicon app.bsky.embed.images.
const imageLimit = 2_000_000;
const altLimit = 2000;

const uploadSchema = z.object({
  blob: z.object({
    $type: z.literal('blob'),
    ref: z.object({ $link: z.string() }),
    mimeType: z.string(),
    size: z.number(),
  }),
});
export const recordSchema = z.object({ uri: postUri, cid: z.string().max(200).nullish().catch(null) });

export async function shareOnBluesky(
  config: BlueskyConfig,
  share: Share,
  signal: AbortSignal,
  options: ShareOptions = {},
): Promise<Posted> {
  checkImageSizes('Bluesky', share.images, imageLimit);
  using api = blueskyApi(config, signal, options);
  const { did, send } = await api.signIn();

  const images: { image: unknown; alt: string }[] = [];
  for (const { bytes, type, alt } of share.images) {
    const call = { headers: { 'content-type': type }, body: new Uint8Array(bytes) };
    const { blob } = await api.attempt('image', () =>
      send('com.atproto.repo.uploadBlob', call, uploadSchema),
    );
    images.push({ image: blob, alt: altText(alt, altLimit) });
  }

  return await api.attempt('post', async () => {
    const { text, byteStart, byteEnd } = blueskyText(share.title, share.link);
    const link = { $type: 'app.bsky.richtext.facet#link', uri: share.link };
    const record = {
      $type: postCollection,
      text,
      createdAt: new Date().toISOString(),
      facets: [{ index: { byteStart, byteEnd }, features: [link] }],
      ...(images.length > 0 && { embed: { $type: 'app.bsky.embed.images', images } }),
    };
    const json = { repo: did, collection: postCollection, record };
    const { uri, cid } = await send('com.atproto.repo.createRecord', { json }, recordSchema);
    return { url: postUrl(uri), id: uri, cid: cid ?? null };
  });
}

/** Deletes a post of the account. Bluesky accepts this for posts that do not exist. */
export async function removeOnBluesky(
  config: BlueskyConfig,
  uri: string,
  signal: AbortSignal,
  options: ShareOptions = {},
): Promise<void> {
  using api = blueskyApi(config, signal, options);
  const { did, send } = await api.signIn();
  const json = { repo: did, collection: postCollection, rkey: partsOf(uri).key };
  await api.attempt('read', () => send('com.atproto.repo.deleteRecord', { json }, z.unknown()));
}
