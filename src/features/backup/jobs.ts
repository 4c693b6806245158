import type { JobKinds } from '../../platform/jobs/kinds.ts';

export const backupJobs: JobKinds = {
  backup: { load: async () => (await import('./run-backup.ts')).runBackup, queue: 'posts' },
};
