import type { Channel } from './channel.ts';

export const channels: readonly Channel[] = [
  {
    isOn: ({ webmention }) => webmention,
    load: async () => (await import('./webmention-channel.ts')).webmentionChannel,
  },
];
