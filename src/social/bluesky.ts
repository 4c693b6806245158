import { outgoing } from '../outgoing/client.ts';
import { attempts, type Refusal } from './failure.ts';
import { picturesFit } from './fit-image.ts';
import type { Outside, Posted, Share } from './networks.ts';
import { altText, blueskyText } from './text.ts';

export type BlueskyConfig = { identifier: string; password: string; url?: string };

// As in the lexicon app.bsky.embed.images.
const LARGEST_PICTURE = 2_000_000;
const LONGEST_ALT = 2000;

export async function shareOnBluesky(
  config: BlueskyConfig,
  share: Share,
  signal: AbortSignal,
  outside: Outside = {},
): Promise<Posted> {
  picturesFit('Bluesky', share.images, LARGEST_PICTURE);
  const { AtpAgent, AtUri, XRPCError } = await import('@atproto/api');
  const attempt = attempts(
    {
      name: 'Bluesky',
      credentials: 'BLUESKY_IDENTIFIER and BLUESKY_PASSWORD',
      address: 'BLUESKY_URL',
      secrets: [config.password],
      refusal(error): Refusal | undefined {
        // Statuses below 100 are the library's own, for answers that never came or made no sense.
        if (!(error instanceof XRPCError) || error.status < 100) return undefined;
        return { status: error.status, said: error.message, header: (name) => error.headers?.[name] };
      },
    },
    signal,
  );
  const service = config.url ?? 'https://bsky.social';
  // The service may name the server that the account lives on.
  const client = outgoing({ to: service, elsewhere: 'https', ...outside });
  const agent = new AtpAgent({
    service,
    fetch: (input: string | URL | Request, init?: RequestInit) => client.fetch(input, { ...init, signal }),
  });

  try {
    const identifier = config.identifier.replace(/^@/, '');
    await attempt('prepare', () => agent.login({ identifier, password: config.password }));

    const images: { image: Awaited<ReturnType<typeof agent.uploadBlob>>['data']['blob']; alt: string }[] = [];
    for (const { bytes, type, alt } of share.images) {
      const { data } = await attempt('picture', () => agent.uploadBlob(bytes, { encoding: type }));
      images.push({ image: data.blob, alt: altText(alt, LONGEST_ALT) });
    }

    return await attempt('post', async () => {
      const { text, byteStart, byteEnd } = blueskyText(share.title, share.link);
      const { uri } = await agent.post({
        text,
        facets: [
          {
            index: { byteStart, byteEnd },
            features: [{ $type: 'app.bsky.richtext.facet#link', uri: share.link }],
          },
        ],
        ...(images.length > 0 && { embed: { $type: 'app.bsky.embed.images', images } }),
      });
      const { host, rkey } = new AtUri(uri);
      return { url: `https://bsky.app/profile/${host}/post/${rkey}` };
    });
  } finally {
    client.close();
  }
}
