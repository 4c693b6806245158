import { readSite } from '../../core/site/site.ts';
import { outboxQueue } from '../../platform/jobs/outbox/outbox.ts';
import { day } from '../../platform/jobs/schedule.ts';
import type { Module } from '../../platform/module.ts';
import { deleteOldNotifications } from './delete-old.ts';
import { webmentionEndpoint } from './routes/receive.ts';
import { sentMentionRoutes } from './routes/sent-mentions.ts';
import { nextWebmention } from './store/received-webmentions.ts';

export const webmention: Module = {
  name: 'webmention',
  answers: (site) => [webmentionEndpoint(site)],
  routes: sentMentionRoutes,
  schedules: (blog) => [
    {
      name: 'delete old notifications of other servers',
      everyMs: day,
      run: () => deleteOldNotifications(blog),
    },
  ],
  queues: {
    'webmention-receive': ({ db }) => nextWebmention(db),
    ...outboxQueue('webmention-send', async (blog) => (await readSite(blog)).webmention),
    ...outboxQueue('websub-ping', async (blog) => (await readSite(blog)).websub_hub !== ''),
  },
};
