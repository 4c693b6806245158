import { type JobKinds, networkJob } from '../../platform/jobs/kinds.ts';
import { webhookJob } from './events.ts';

export const webhookJobs: JobKinds = networkJob(
  webhookJob,
  async () => (await import('./send.ts')).runWebhooks,
);
