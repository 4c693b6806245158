import type { RunJob } from './job.ts';

/**
 * Each queue has a child process of its own. `work`: long work, one job after another. `posts`: changes of very many posts, and
 * backups, which must not wait for imports and exports. `network`: talking to other servers, one job of each kind at a time.
 * `publish`: writing public pages as files.
 */
export const jobQueues = ['work', 'posts', 'network', 'publish'] as const;
export type JobQueue = (typeof jobQueues)[number];

export type JobKind = {
  /** Loaded when a job of this kind runs. */
  load: () => Promise<RunJob>;
  queue?: JobQueue;
  /** Works off a table, so it never gives up: what waits there would wait until something else is added. */
  worksOffTable?: true;
  /** Of the kinds with the same group only one job runs at a time, on any server. */
  group?: string;
};

export type JobKinds = Readonly<Record<string, JobKind>>;

/** Works off a table of what other servers sent or have to be sent. */
export const networkJob = (group: string, load: () => Promise<RunJob>): JobKinds => ({
  [group]: { load, group, queue: 'network', worksOffTable: true },
});

export const kindsIn = (kinds: JobKinds, queue: JobQueue): JobKinds =>
  Object.fromEntries(Object.entries(kinds).filter(([, kind]) => (kind.queue ?? 'work') === queue));

/** The kinds of each group. */
export const jobGroups = (kinds: JobKinds): string[][] => [
  ...Map.groupBy(
    Object.keys(kinds).filter((kind) => kinds[kind]?.group),
    (kind) => kinds[kind]?.group,
  ).values(),
];
