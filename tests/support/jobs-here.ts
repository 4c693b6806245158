import { EventEmitter } from 'node:events';
import type { Blog } from '../../src/platform/blog.ts';
import type { JobQueue } from '../../src/platform/jobs/kinds.ts';
import type { Log } from '../../src/platform/log/log.ts';
import type { QueueChild } from '../../src/server/job-process.ts';
import type { runQueue } from '../../src/server/run-queue.ts';
import type { start } from '../../src/server/start.ts';
import { startBuilt } from './site.ts';

type Message = { queue: JobQueue };

const builtRun = new URL('../../dist/server/run-queue.js', import.meta.url).href;
/** Asks more often than a process of its own, so that tests wait less. */
const network = { lingerMs: 20_000, pollMs: 100 };

/** The built server with its jobs in this process. Nothing else in it may write to the same SQLite file meanwhile. */
export const startWithJobsHere: typeof start = (config, log, options) =>
  startBuilt(config, log, { launchJobs: (blog) => jobsHere(blog, log), ...options });

/**
 * Stands in for the child process of a queue and runs its jobs in this process, because starting one takes most of a second of
 * CPU time. They share the connection of the server: another one to the same file would wait for it without an end, as both are
 * synchronous. Child processes are tested with `startSite` and `startServer`.
 */
function jobsHere(blog: Blog, log: Log): QueueChild {
  const stop = new AbortController();
  const child = new EventEmitter();
  const run = async ({ queue }: Message) => {
    const built = (await import(builtRun)) as { runQueue: typeof runQueue };
    await built.runQueue(blog, queue, stop.signal, network);
  };
  return Object.assign(child, {
    send(message: unknown): boolean {
      run(message as Message).then(
        () => child.emit('exit', 0, null),
        (error) => {
          log.error('The jobs of a queue failed', { error: String(error) });
          child.emit('exit', 1, null);
        },
      );
      return true;
    },
    kill(): boolean {
      stop.abort();
      return true;
    },
  }) as unknown as QueueChild;
}
