import { errorDetails, type Log } from '../log/log.ts';
import { jobFailed } from '../messages/operator.ts';

export const second = 1000;
export const hour = 60 * 60 * second;
export const day = 24 * hour;

/** What a server does from time to time. */
export type Scheduled = {
  name: string;
  everyMs: number;
  skipAtStart?: true;
  /** Deletes files of this machine, so it does not matter which one is the leader. */
  isLocal?: true;
  /** In every process and apart from all that is not, which may take long. */
  isUrgent?: true;
  run: () => Promise<unknown>;
};

/**
 * Runs each job now and then periodically, one at a time, as long as this process is the leader or the job is local. A failed
 * job runs again at its next time. Returns a function that stops the schedule and waits for the current job.
 */
export function scheduleJobs(
  log: Log,
  jobs: readonly Scheduled[],
  isLeader = async () => true,
): () => Promise<void> {
  let current = Promise.resolve();
  const enqueue = ({ name, isLocal, run }: Scheduled) => {
    current = current
      .then(async () => {
        if (isLocal || (await isLeader())) await run();
      })
      .catch((error) => log.warn(jobFailed(name), errorDetails(error)));
  };
  for (const job of jobs) if (!job.skipAtStart) enqueue(job);
  const timers = jobs.map((job) => setInterval(enqueue, job.everyMs, job).unref());
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await current;
  };
}
