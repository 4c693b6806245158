import { type BlueskyConfig, shareOnBluesky } from './bluesky.ts';
import { RateLimited } from './failure.ts';
import { type MastodonConfig, shareOnMastodon } from './mastodon.ts';
import type { Network, ShareOptions } from './network.ts';
import { shareOnX, type XConfig } from './x.ts';

export type NetworksConfig = { x?: XConfig; mastodon?: MastodonConfig; bluesky?: BlueskyConfig };

const longestCall = 20_000;
const mostImages = 4;

export function networks({ x, mastodon, bluesky }: NetworksConfig, options: ShareOptions = {}): Network[] {
  return [
    ...(x ? [withRateLimit('X', (share, signal) => shareOnX(x, share, signal, options))] : []),
    ...(mastodon
      ? [withRateLimit('Mastodon', (share, signal) => shareOnMastodon(mastodon, share, signal, options))]
      : []),
    ...(bluesky
      ? [withRateLimit('Bluesky', (share, signal) => shareOnBluesky(bluesky, share, signal, options))]
      : []),
  ];
}

/** Ends in time, and sends nothing to a network until its rate limit has passed. */
function withRateLimit(name: Network['name'], send: Network['share']): Network {
  let restUntil = 0;
  return {
    name,
    async share(share, signal) {
      if (Date.now() < restUntil) throw new RateLimited(name, restUntil);
      const images = share.images.slice(0, mostImages);
      try {
        return await send({ ...share, images }, AbortSignal.any([signal, AbortSignal.timeout(longestCall)]));
      } catch (error) {
        if (error instanceof RateLimited) restUntil = error.until ?? 0;
        throw error;
      }
    },
  };
}
