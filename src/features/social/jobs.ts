import type { Channel } from '../../core/posts/channels/channel.ts';
import { type JobKinds, networkJob } from '../../platform/jobs/kinds.ts';
import { outboxJob } from '../../platform/jobs/outbox/outbox.ts';

export const socialJobs: JobKinds = {
  ...networkJob('social-replies', async () => (await import('./run-replies.ts')).runReplies),
  ...outboxJob('social-answers', async () => (await import('./run-answers.ts')).socialAnswers),
};

export const socialChannel: Channel = {
  isOn: ({ social_replies }) => social_replies,
  load: async () => (await import('./answer-channel.ts')).answerChannel,
};
