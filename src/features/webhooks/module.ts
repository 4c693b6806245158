import { day } from '../../platform/jobs/schedule.ts';
import type { Module } from '../../platform/module.ts';
import { webhookJob } from './events.ts';
import { webhookRoutes } from './routes.ts';
import { nextCall } from './store.ts';

export const webhooks: Module = {
  name: 'webhooks',
  routes: webhookRoutes,
  queues: { [webhookJob]: ({ db }) => nextCall(db) },
  schedules: (blog) => [
    {
      name: 'delete old calls of webhooks',
      everyMs: day,
      run: async () => (await import('./webhooks.ts')).deleteOldCalls(blog),
    },
  ],
};
