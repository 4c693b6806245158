import { once } from 'node:events';
import type { Config } from '../config.ts';
import type { JobQueue } from '../platform/jobs/kinds.ts';
import { explainError } from '../platform/log/explain-error.ts';
import { createLog } from '../platform/log/log.ts';
import { lowerPriority } from '../platform/process/lower-priority.ts';
import { openBlog } from './open-blog.ts';
import { runQueue } from './run-queue.ts';

/*
 * The child process of the server that runs jobs. It ends after its current batch when it is asked to, and when its server is
 * gone; the jobs stay due.
 */

// As `environment` does for every other program: work files are private.
process.umask(0o077);
const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop.abort());
process.on('disconnect', () => stop.abort());

lowerPriority();

try {
  const [{ config, queue }] = (await once(process, 'message')) as [{ config: Config; queue: JobQueue }];
  const log = createLog(config.logLevel);
  // A publication records only what it has written: what a power failure undoes of it is done again.
  const { blog } = await openBlog(config, log, 'worker', { isFlushed: queue !== 'publish' });
  await runQueue(blog, queue, stop.signal);
  await blog.db.destroy();
  // The channel to the server would keep the process alive.
  if (process.connected) process.disconnect?.();
} catch (error) {
  console.error(explainError(error));
  process.exit(1);
}
