import type { Channel } from '../core/posts/channels/channel.ts';

export const channels: readonly Channel[] = [
  {
    isOn: ({ webmention }) => webmention,
    load: async () => (await import('../features/webmention/channel.ts')).webmentionChannel,
  },
  {
    isOn: ({ fediverse }) => fediverse !== 'off',
    load: async () => (await import('../features/fediverse/channel.ts')).fediverseChannel,
  },
  {
    isOn: ({ websub_hub }) => websub_hub !== '',
    load: async () => (await import('../features/webmention/hub/websub-channel.ts')).websubChannel,
  },
  {
    isOn: ({ social_replies }) => social_replies,
    load: async () => (await import('../features/social/answer-channel.ts')).socialAnswers,
  },
  {
    isOn: (_site, { mail }) => mail !== null,
    load: async () => (await import('../features/mail/newsletters/newsletter-channel.ts')).newsletterChannel,
  },
];
