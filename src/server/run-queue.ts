import { jobKinds } from '../modules/jobs.ts';
import { type Blog, itself } from '../platform/blog.ts';
import { type JobQueue, kindsIn } from '../platform/jobs/kinds.ts';
import { runDueJobs, runNetworkJobs } from '../platform/jobs/run-jobs.ts';

/** Runs the due jobs of a queue until there is none, or until the signal stops it. */
export async function runQueue(
  blog: Blog,
  queue: JobQueue,
  stop: AbortSignal,
  network = { lingerMs: 20_000, pollMs: 500 },
): Promise<void> {
  const acting = { ...blog, actor: itself };
  const kinds = kindsIn(jobKinds, queue);
  if (queue === 'network') await runNetworkJobs(acting, stop, kinds, network);
  // Starting the renderer takes longer than most changes, and who edits a post often edits it again and looks at it.
  else if (queue === 'publish')
    await runNetworkJobs(acting, stop, kinds, {
      lingerMs: 30 * network.lingerMs,
      pollMs: network.pollMs / 5,
    });
  else await runDueJobs(acting, stop, kinds);
}
