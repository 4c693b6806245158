import type { Overview } from '../../contract/site.ts';
import { queueNames } from '../../messages/owner.ts';
import { failingJobs } from '../../store/jobs.ts';
import { readServerState } from '../../store/mails.ts';
import type { Blog } from '../blog.ts';

/** Fewer failures may be a coincidence. */
const minFailures = 3;

/** What is tried again and again without success, for the owner. */
export async function failingWork({ db, mail }: Blog): Promise<Overview['failing']> {
  const jobs = await failingJobs(db, minFailures);
  const server = await readServerState(db);
  if (mail !== null && server.failures >= minFailures) jobs.push({ kind: 'mail', error: server.error ?? '' });
  return jobs.map(({ kind, error }) => ({ work: queueNames[kind] ?? kind, error }));
}
