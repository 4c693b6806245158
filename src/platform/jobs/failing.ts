import { overdueTitles } from '../../core/posts/store/posts.ts';
import { quoted } from '../../core/site/activity.ts';
import type { Overview } from '../../core/site/api/site.ts';
import { readServerState } from '../../features/mail/store/mails.ts';
import type { Blog } from '../blog.ts';
import { publishingFailed, publishingWork, queueNames } from '../messages/owner.ts';
import { failingJobs } from './store.ts';

/** Fewer failures may be a coincidence. */
const minFailures = 3;
/** A post is published within seconds, unless the server was down. */
const overdueMs = 5 * 60_000;
const maxPosts = 5;

/** What is tried again and again without success, for the owner. */
export async function failingWork({ db, mail, now }: Blog): Promise<Overview['failing']> {
  const jobs = await failingJobs(db, minFailures);
  const server = await readServerState(db);
  if (mail !== null && server.failures >= minFailures) jobs.push({ kind: 'mail', error: server.error ?? '' });
  const overdue = await overdueTitles(db, new Date(now().getTime() - overdueMs).toISOString(), maxPosts);
  return [
    ...overdue.map((title) => ({ work: publishingWork(quoted(title)), error: publishingFailed })),
    ...jobs.map(({ kind, error }) => ({ work: queueNames[kind] ?? kind, error })),
  ];
}
