import type { JobKinds } from '../../platform/jobs/kinds.ts';

export const importJobs: JobKinds = {
  import: { load: async () => (await import('./run-import.ts')).runImport, group: 'import' },
  'undo-import': { load: async () => (await import('./undo.ts')).runUndo, group: 'import' },
  'import-images': {
    load: async () => (await import('./fetch-images.ts')).run,
    group: 'import-images',
    worksOffTable: true,
  },
};
