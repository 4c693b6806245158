import type { Channel } from './channel.ts';

export const channels: readonly Channel[] = [
  {
    isOn: ({ webmention }) => webmention,
    load: async () => (await import('./webmention-channel.ts')).webmentionChannel,
  },
  {
    isOn: ({ fediverse }) => fediverse !== 'off',
    load: async () => (await import('../fediverse/channel.ts')).fediverseChannel,
  },
  {
    isOn: ({ websub_hub }) => websub_hub !== '',
    load: async () => (await import('./websub-channel.ts')).websubChannel,
  },
  {
    isOn: ({ social_replies }) => social_replies,
    load: async () => (await import('../social/answer-channel.ts')).socialAnswers,
  },
  {
    isOn: (_site, { mail }) => mail !== null,
    load: async () => (await import('../mail/newsletter-channel.ts')).newsletterChannel,
  },
];
