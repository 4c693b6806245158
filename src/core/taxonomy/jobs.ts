import type { JobKinds } from '../../platform/jobs/kinds.ts';

export const taxonomyJobs: JobKinds = {
  'rename-category': {
    load: async () => (await import('./run-rename.ts')).runRename,
    queue: 'posts',
    group: 'rename-category',
  },
  'index-tag': {
    load: async () => (await import('./index-tag.ts')).runIndexTag,
    queue: 'posts',
  },
};
