import { readSite } from '../../core/site/site.ts';
import { day } from '../../platform/jobs/schedule.ts';
import type { Module } from '../../platform/module.ts';
import { deleteOldActivities } from './delete-old.ts';
import { sendToFediverse } from './routes/answers.ts';
import { receiveActivity } from './routes/inbox.ts';
import { nextDelivery } from './store/deliveries.ts';
import { nextRequestDate } from './store/inbox.ts';

export const fediverse: Module = {
  name: 'fediverse',
  answers: () => [receiveActivity, sendToFediverse],
  queues: {
    'fediverse-deliver': async (blog) => (await readSite(blog)).fediverse !== 'off' && nextDelivery(blog.db),
    'fediverse-inbox': ({ db }) => nextRequestDate(db),
  },
  schedules: (blog) => [
    { name: 'delete old activities of the fediverse', everyMs: day, run: () => deleteOldActivities(blog) },
  ],
};
