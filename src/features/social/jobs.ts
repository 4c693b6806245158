import type { Channel } from '../../core/posts/channels/channel.ts';
import { type JobKinds, networkJob } from '../../platform/jobs/kinds.ts';

export const socialJobs: JobKinds = {
  ...networkJob('social-replies', async () => (await import('./run-replies.ts')).runReplies),
  ...networkJob('social-answers', async () => (await import('./run-answers.ts')).runAnswers),
};

export const socialChannel: Channel = {
  isOn: ({ social_replies }) => social_replies,
  load: async () => (await import('./answer-channel.ts')).socialAnswers,
};
