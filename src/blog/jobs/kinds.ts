import type { RunJob } from './job.ts';

type JobKind = {
  load: () => Promise<RunJob>;
  /** Of the kinds with the same group only one job runs at a time, on any server. */
  group?: string;
};

export type JobKinds = Readonly<Record<string, JobKind>>;

/** Every kind of job, loaded when one runs. */
export const jobKinds: JobKinds = {
  import: { load: async () => (await import('../imports/run-import.ts')).runImport, group: 'import' },
  'undo-import': { load: async () => (await import('../imports/undo.ts')).runUndo, group: 'import' },
  export: { load: async () => (await import('../exports/run-export.ts')).runExport, group: 'export' },
  'import-images': {
    load: async () => (await import('../imports/fetch-images.ts')).run,
    group: 'import-images',
  },
};

/** The kinds of each group. */
export const jobGroups = (kinds: JobKinds): string[][] => [
  ...Map.groupBy(
    Object.keys(kinds).filter((kind) => kinds[kind]?.group),
    (kind) => kinds[kind]?.group,
  ).values(),
];
