import { outboxQueue } from '../../platform/jobs/outbox/outbox.ts';
import type { Module } from '../../platform/module.ts';
import { webhookRoutes } from './routes.ts';
import { callKind } from './store.ts';

export const webhooks: Module = {
  name: 'webhooks',
  routes: webhookRoutes,
  queues: outboxQueue(callKind, async () => true),
};
