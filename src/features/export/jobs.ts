import type { JobKinds } from '../../platform/jobs/kinds.ts';

export const exportJobs: JobKinds = {
  export: { load: async () => (await import('./run-export.ts')).runExport, group: 'export' },
};
