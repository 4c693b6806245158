import { outboxJob } from '../../platform/jobs/outbox/outbox.ts';
import { callKind } from './store.ts';

export const webhookJobs = outboxJob(callKind, async () => (await import('./webhooks.ts')).webhookCalls);
