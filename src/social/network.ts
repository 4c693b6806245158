import type { OutgoingOptions } from '../outgoing/client.ts';

export type Share = { title: string; link: string; images: { bytes: Buffer; type: string; alt: string }[] };
export type Posted = { url: string };
export type ShareOptions = Pick<OutgoingOptions, 'allow' | 'resolve' | 'limits'>;
export type Network = {
  name: 'X' | 'Mastodon' | 'Bluesky';
  share(share: Share, signal: AbortSignal): Promise<Posted>;
};
