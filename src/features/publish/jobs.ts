import type { JobKinds } from '../../platform/jobs/kinds.ts';
import { outboxJob } from '../../platform/jobs/outbox/outbox.ts';
import { publishJob } from './changes.ts';
import { purgeJob } from './purge.ts';

export const publishJobs: JobKinds = {
  ...outboxJob(purgeJob, async () => (await import('./send-purges.ts')).purges),
  [publishJob]: {
    load: async () => (await import('./run-publish.ts')).runPublish,
    group: 'publish',
    queue: 'publish',
    worksOffTable: true,
  },
};
