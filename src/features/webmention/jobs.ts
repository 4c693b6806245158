import type { Channel } from '../../core/posts/channels/channel.ts';
import { type JobKinds, networkJob } from '../../platform/jobs/kinds.ts';
import { outboxJob } from '../../platform/jobs/outbox/outbox.ts';

export const webmentionJobs: JobKinds = {
  ...networkJob('webmention-receive', async () => (await import('./receive.ts')).runReceive),
  ...outboxJob('webmention-send', async () => (await import('./send-webmentions.ts')).webmentions),
  ...outboxJob('websub-ping', async () => (await import('./hub/ping-hub.ts')).hubPings),
};

export const webmentionChannels: readonly Channel[] = [
  {
    isOn: ({ webmention }) => webmention,
    load: async () => (await import('./channel.ts')).webmentionChannel,
  },
  {
    isOn: ({ websub_hub }) => websub_hub !== '',
    load: async () => (await import('./hub/websub-channel.ts')).websubChannel,
  },
];
