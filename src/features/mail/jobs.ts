import type { Channel } from '../../core/posts/channels/channel.ts';
import { type JobKinds, networkJob } from '../../platform/jobs/kinds.ts';

export const mailJobs: JobKinds = {
  ...networkJob('newsletter', async () => (await import('./newsletters/run-newsletters.ts')).runNewsletters),
  ...networkJob(
    'ask-commenters',
    async () => (await import('./commenters/ask-commenters.ts')).runAskCommenters,
  ),
  ...networkJob('mail', async () => (await import('./queue/run-mails.ts')).runMails),
  ...networkJob(
    'subscription-requests',
    async () => (await import('./subscribers/subscription-requests.ts')).runRequests,
  ),
  ...networkJob(
    'comment-notices',
    async () => (await import('./notices/run-comment-notices.ts')).runCommentNotices,
  ),
  'subscriber-import': {
    load: async () => (await import('./subscribers/import-subscribers.ts')).runImport,
    queue: 'posts',
  },
  ...networkJob('mail-bounces', async () => (await import('./bounces/bounces.ts')).runBounces),
};

export const mailChannel: Channel = {
  isOn: (_site, { mail }) => mail !== null,
  load: async () => (await import('./newsletters/newsletter-channel.ts')).newsletterChannel,
};
