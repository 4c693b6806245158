import type { RunJob } from '../platform/jobs/job.ts';

/**
 * Each lane has a child process of its own. `work`: long work, one job after another. `posts`: changes of very many posts, and
 * backups, which must not wait for imports and exports. `network`: talking to other servers, one job of each kind at a time.
 */
export const lanes = ['work', 'posts', 'network'] as const;
export type Lane = (typeof lanes)[number];

export type JobKind = {
  load: () => Promise<RunJob>;
  lane?: Lane;
  /** Works off a table, so it never gives up: what waits there would wait until something else is added. */
  isQueue?: true;
  /** Of the kinds with the same group only one job runs at a time, on any server. */
  group?: string;
};

export type JobKinds = Readonly<Record<string, JobKind>>;

/** Every kind of job, loaded when one runs. */
export const jobKinds: JobKinds = {
  import: { load: async () => (await import('../features/import/run-import.ts')).runImport, group: 'import' },
  'undo-import': { load: async () => (await import('../features/import/undo.ts')).runUndo, group: 'import' },
  export: { load: async () => (await import('../features/export/run-export.ts')).runExport, group: 'export' },
  'import-images': {
    load: async () => (await import('../features/import/fetch-images.ts')).run,
    group: 'import-images',
    isQueue: true,
  },
  'rename-category': {
    load: async () => (await import('../core/posts/taxonomy/run-rename.ts')).runRename,
    lane: 'posts',
    group: 'rename-category',
  },
  'index-tag': {
    load: async () => (await import('../core/posts/taxonomy/index-tag.ts')).runIndexTag,
    lane: 'posts',
  },
  backup: {
    load: async () => (await import('../features/backup/run-backup.ts')).runBackup,
    lane: 'posts',
  },
  'webmention-receive': network(
    'webmention-receive',
    async () => (await import('../features/webmention/receive.ts')).runReceive,
  ),
  announce: network('announce', async () => (await import('../core/posts/channels/announce.ts')).runAnnounce),
  'fediverse-deliver': network(
    'fediverse-deliver',
    async () => (await import('../features/fediverse/run-deliveries.ts')).runDeliveries,
  ),
  newsletter: network(
    'newsletter',
    async () => (await import('../features/mail/newsletters/run-newsletters.ts')).runNewsletters,
  ),
  'ask-commenters': network(
    'ask-commenters',
    async () => (await import('../features/mail/commenters/ask-commenters.ts')).runAskCommenters,
  ),
  mail: network('mail', async () => (await import('../features/mail/queue/run-mails.ts')).runMails),
  'subscription-requests': network(
    'subscription-requests',
    async () => (await import('../features/mail/subscribers/subscription-requests.ts')).runRequests,
  ),
  'comment-notices': network(
    'comment-notices',
    async () => (await import('../features/mail/notices/run-comment-notices.ts')).runCommentNotices,
  ),
  'mail-bounces': network(
    'mail-bounces',
    async () => (await import('../features/mail/bounces/bounces.ts')).runBounces,
  ),
  'websub-ping': network(
    'websub-ping',
    async () => (await import('../features/webmention/hub/ping-hub.ts')).runPingHub,
  ),
  'webmention-send': network(
    'webmention-send',
    async () => (await import('../features/webmention/send-webmentions.ts')).runSendWebmentions,
  ),
  'fediverse-inbox': network(
    'fediverse-inbox',
    async () => (await import('../features/fediverse/run-inbox.ts')).runInbox,
  ),
  'social-replies': network(
    'social-replies',
    async () => (await import('../features/social/run-replies.ts')).runReplies,
  ),
  'social-answers': network(
    'social-answers',
    async () => (await import('../features/social/run-answers.ts')).runAnswers,
  ),
};

function network(group: string, load: () => Promise<RunJob>): JobKind {
  return { load, group, lane: 'network', isQueue: true };
}

export const kindsIn = (lane: Lane): JobKinds =>
  Object.fromEntries(Object.entries(jobKinds).filter(([, kind]) => (kind.lane ?? 'work') === lane));

/** The kinds of each group. */
export const jobGroups = (kinds: JobKinds): string[][] => [
  ...Map.groupBy(
    Object.keys(kinds).filter((kind) => kinds[kind]?.group),
    (kind) => kinds[kind]?.group,
  ).values(),
];
