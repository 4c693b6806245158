import type { RunJob } from '../jobs/job.ts';

/** Sends the mails that are due. */
export const runMails: RunJob = async () => undefined;
