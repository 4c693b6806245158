import { z } from 'zod';
import { outgoing } from '../outgoing/client.ts';
import { attempts } from './failure.ts';
import { checkImageSizes } from './fit-image.ts';
import type { Posted, Share, ShareOptions } from './network.ts';
import { type Call, request } from './request.ts';
import { altText, blueskyText } from './text.ts';

export type BlueskyConfig = { identifier: string; password: string; url?: string };

// As in the lexicon app.bsky.embed.images.
const imageLimit = 2_000_000;
const altLimit = 2000;

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
const uploadSchema = z.object({
  blob: z.object({
    $type: z.literal('blob'),
    ref: z.object({ $link: z.string() }),
    mimeType: z.string(),
    size: z.number(),
  }),
});
const recordSchema = z.object({
  uri: z.string().regex(/^at:\/\/[\w.:%-]+\/app\.bsky\.feed\.post\/[\w.:~-]+$/),
});

export async function shareOnBluesky(
  config: BlueskyConfig,
  share: Share,
  signal: AbortSignal,
  options: ShareOptions = {},
): Promise<Posted> {
  checkImageSizes('Bluesky', share.images, imageLimit);
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
  using client = outgoing({ to: service, elsewhere: 'https', ...options });
  const send = <T>(server: string, procedure: string, call: Call, schema: z.ZodType<T>) =>
    request(client, new URL(`/xrpc/${procedure}`, server), call, schema, signal);

  const session = await attempt('prepare', () => {
    const json = { identifier: config.identifier.replace(/^@/, ''), password: config.password };
    return send(service, 'com.atproto.server.createSession', { json }, sessionSchema);
  });
  const server = accountServer(session) ?? service;
  const authorization = `Bearer ${session.accessJwt}`;

  const images: { image: unknown; alt: string }[] = [];
  for (const { bytes, type, alt } of share.images) {
    const call = { headers: { authorization, 'content-type': type }, body: new Uint8Array(bytes) };
    const { blob } = await attempt('image', () =>
      send(server, 'com.atproto.repo.uploadBlob', call, uploadSchema),
    );
    images.push({ image: blob, alt: altText(alt, altLimit) });
  }

  return await attempt('post', async () => {
    const { text, byteStart, byteEnd } = blueskyText(share.title, share.link);
    const collection = 'app.bsky.feed.post';
    const link = { $type: 'app.bsky.richtext.facet#link', uri: share.link };
    const record = {
      $type: collection,
      text,
      createdAt: new Date().toISOString(),
      facets: [{ index: { byteStart, byteEnd }, features: [link] }],
      ...(images.length > 0 && { embed: { $type: 'app.bsky.embed.images', images } }),
    };
    const call = { headers: { authorization }, json: { repo: session.did, collection, record } };
    const { uri } = await send(server, 'com.atproto.repo.createRecord', call, recordSchema);
    const [, , account, , key] = uri.split('/');
    return { url: `https://bsky.app/profile/${account}/post/${key}` };
  });
}

function accountServer({ did, didDoc }: z.infer<typeof sessionSchema>): string | undefined {
  const entry = didDoc?.service.find(({ id }) => id === '#atproto_pds' || id === `${did}#atproto_pds`);
  if (entry?.type !== 'AtprotoPersonalDataServer') return undefined;
  const url = entry.serviceEndpoint;
  return typeof url === 'string' && URL.canParse(url) ? url : undefined;
}
