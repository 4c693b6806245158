import type { Channel } from '../../core/posts/channels/channel.ts';
import { type JobKinds, networkJob } from '../../platform/jobs/kinds.ts';
import { outboxJob } from '../../platform/jobs/outbox/outbox.ts';

export const fediverseJobs: JobKinds = {
  ...outboxJob('fediverse-deliver', async () => (await import('./run-deliveries.ts')).activities()),
  ...networkJob('fediverse-inbox', async () => (await import('./run-inbox.ts')).runInbox),
};

export const fediverseChannel: Channel = {
  isOn: ({ fediverse }) => fediverse !== 'off',
  load: async () => (await import('./channel.ts')).fediverseChannel,
};
