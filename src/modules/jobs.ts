import type { Channel } from '../core/posts/channels/channel.ts';
import { postJobs } from '../core/posts/jobs.ts';
import { taxonomyJobs } from '../core/taxonomy/jobs.ts';
import { backupJobs } from '../features/backup/jobs.ts';
import { exportJobs } from '../features/export/jobs.ts';
import { fediverseChannel, fediverseJobs } from '../features/fediverse/jobs.ts';
import { importJobs } from '../features/import/jobs.ts';
import { mailChannel, mailJobs } from '../features/mail/jobs.ts';
import { publishJobs } from '../features/publish/jobs.ts';
import { socialChannel, socialJobs } from '../features/social/jobs.ts';
import { webhookJobs } from '../features/webhooks/jobs.ts';
import { webmentionChannels, webmentionJobs } from '../features/webmention/jobs.ts';
import type { JobKinds } from '../platform/jobs/kinds.ts';

export const channels: readonly Channel[] = [
  ...webmentionChannels,
  fediverseChannel,
  socialChannel,
  mailChannel,
];

/** Every kind of job. */
export const jobKinds: JobKinds = {
  ...postJobs(channels),
  ...taxonomyJobs,
  ...backupJobs,
  ...exportJobs,
  ...fediverseJobs,
  ...importJobs,
  ...mailJobs,
  ...publishJobs,
  ...socialJobs,
  ...webhookJobs,
  ...webmentionJobs,
};
