import type { OutgoingOptions } from '../outgoing/client.ts';
import { type BlueskyConfig, shareOnBluesky } from './bluesky.ts';
import { NetworkFailure, RateLimited } from './failure.ts';
import { type MastodonConfig, shareOnMastodon } from './mastodon.ts';
import { shareOnX, type XConfig } from './x.ts';

export { NetworkFailure };

export type Share = { title: string; link: string; images: { bytes: Buffer; type: string; alt: string }[] };
export type Posted = { url: string };
/** What lies between here and a network. */
export type Outside = Pick<OutgoingOptions, 'allow' | 'resolve' | 'limits'>;
export type Network = {
  name: 'X' | 'Mastodon' | 'Bluesky';
  share(share: Share, signal: AbortSignal): Promise<Posted>;
};
export type NetworksConfig = { x?: XConfig; mastodon?: MastodonConfig; bluesky?: BlueskyConfig };

const LONGEST_CALL = 20_000;
const MOST_IMAGES = 4;

export function networks({ x, mastodon, bluesky }: NetworksConfig, outside: Outside = {}): Network[] {
  return [
    ...(x ? [polite('X', (share, signal) => shareOnX(x, share, signal, outside))] : []),
    ...(mastodon
      ? [polite('Mastodon', (share, signal) => shareOnMastodon(mastodon, share, signal, outside))]
      : []),
    ...(bluesky
      ? [polite('Bluesky', (share, signal) => shareOnBluesky(bluesky, share, signal, outside))]
      : []),
  ];
}

/** Ends in time, and leaves a network alone for as long as it has asked for. */
function polite(name: Network['name'], send: Network['share']): Network {
  let restUntil = 0;
  return {
    name,
    async share(share, signal) {
      if (Date.now() < restUntil) throw new RateLimited(name, restUntil);
      const images = share.images.slice(0, MOST_IMAGES);
      try {
        return await send({ ...share, images }, AbortSignal.any([signal, AbortSignal.timeout(LONGEST_CALL)]));
      } catch (error) {
        if (error instanceof RateLimited) restUntil = error.until ?? 0;
        throw error;
      }
    },
  };
}
