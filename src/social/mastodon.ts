import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { mastodon } from 'masto';
import { outgoing } from '../outgoing/client.ts';
import { attempts, type Refusal } from './failure.ts';
import { picturesFit } from './fit-image.ts';
import { mastodonClient } from './mastodon-client.ts';
import type { Outside, Posted, Share } from './networks.ts';
import { altText, mastodonText } from './text.ts';

export type MastodonConfig = { url: string; token: string };

const POLL_INTERVAL = 500;

export async function shareOnMastodon(
  config: MastodonConfig,
  share: Share,
  signal: AbortSignal,
  outside: Outside = {},
): Promise<Posted> {
  const { MastoHttpError } = await import('masto');
  const attempt = attempts(
    {
      name: 'Mastodon',
      credentials: 'MASTODON_TOKEN',
      address: 'MASTODON_URL',
      secrets: [config.token],
      whenUnknown:
        'It is unknown whether the post was published. Trying again within the hour will not publish it twice.',
      refusal(error): Refusal | undefined {
        if (!(error instanceof MastoHttpError)) return undefined;
        const { cause } = error;
        return {
          status: error.statusCode,
          said: error.message,
          header: (name) => (cause instanceof Response ? cause.headers.get(name) : undefined),
        };
      },
    },
    signal,
  );
  const way = outgoing({ to: config.url, ...outside });
  const client = await mastodonClient(
    { url: config.url, accessToken: config.token, requestInit: { signal } },
    way.fetch,
  );

  try {
    const limits = await attempt('prepare', async () => {
      try {
        return limitsOf(await client.v2.instance.fetch());
      } catch (error) {
        if (error instanceof MastoHttpError && error.statusCode === 404) return limitsOf();
        throw error;
      }
    });

    picturesFit('Mastodon', share.images, limits.picture);
    const mediaIds: string[] = [];
    for (const image of share.images) {
      mediaIds.push(
        await attempt('picture', async () => {
          const name = `picture.${image.type.replace(/^image\//, '')}`;
          const file = new File([new Uint8Array(image.bytes)], name, { type: image.type });
          const description = altText(image.alt, limits.alt);
          const { id, url } = await client.v2.media.create({ file, description, skipPolling: true });
          let ready = Boolean(url);
          while (!ready) {
            await sleep(POLL_INTERVAL, undefined, { signal });
            ready = Boolean((await client.v1.media.$select(id).fetch()).url);
          }
          return id;
        }),
      );
    }

    return await attempt('post', async () => {
      const status = mastodonText(share.title, share.link, { text: limits.text, link: limits.link });
      const key = createHash('sha256').update(`${share.link}\n${share.title}`).digest('hex');
      const posted = await client.v1.statuses.create(
        { status, mediaIds },
        { requestInit: { headers: { 'Idempotency-Key': key } } },
      );
      const url = URL.parse(posted.url ?? posted.uri);
      if (!url || !/^https?:$/.test(url.protocol))
        throw new TypeError('Mastodon gave no web address for the post');
      return { url: url.href };
    });
  } finally {
    way.close();
  }
}

// Servers that speak Mastodon's language without being Mastodon leave some of these out.
function limitsOf(instance?: mastodon.v2.Instance) {
  const { statuses, mediaAttachments } = instance?.configuration ?? {};
  const media = mediaAttachments as { imageSizeLimit?: number; descriptionLimit?: number } | undefined;
  const or = (value: unknown, usual: number) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : usual;
  return {
    text: or(statuses?.maxCharacters, 500),
    link: or(statuses?.charactersReservedPerUrl, 23),
    picture: or(media?.imageSizeLimit, 16 * 1024 * 1024),
    alt: or(media?.descriptionLimit, 1500),
  };
}
