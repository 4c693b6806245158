import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import type { Blog } from '../blog/blog.ts';
import { hasDueJobs } from '../blog/jobs/jobs.ts';
import type { Config } from '../config.ts';
import { jobFailed, jobProcessFailed } from '../messages/operator.ts';
import { errorDetails, type Log } from '../operator/log.ts';
import { packageRoot } from '../package-root.ts';

const pollMs = 3_000;
const maxBackoffMs = 5 * 60_000;
/** The child ends after the batch that it is writing. */
const shutdownMs = 5_000;
/** The heap of the child; with buffers and code it stays below 400 MB. */
const heapMb = 256;

/** A server that runs from its sources starts the child from them as well. */
const program = path.join(
  packageRoot,
  import.meta.filename.endsWith('.ts') ? 'src/server/run-jobs.ts' : 'dist/server/run-jobs.js',
);

/**
 * Looks for due jobs and runs them in a child process, so that they cannot delay requests and their memory is returned.
 * Returns a function that stops both.
 */
export function startJobProcess(blog: Blog, config: Config, log: Log): () => Promise<void> {
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let isStopped = false;
  let isLooking = false;

  const lookAfter = (ms: number) => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(look, ms).unref();
  };
  const look = async () => {
    if (child || isLooking || isStopped) return;
    isLooking = true;
    const isDue = await hasDueJobs(blog).catch((error) => {
      log.warn(jobFailed('look for jobs'), errorDetails(error));
      return false;
    });
    isLooking = false;
    if (isDue && !isStopped) launch();
    else lookAfter(pollMs);
  };
  const launch = () => {
    child = fork(program, [], { execArgv: [`--max-old-space-size=${heapMb}`], stdio: 'inherit' });
    child.on('error', (error) => log.warn(jobProcessFailed, errorDetails(error)));
    child.once('exit', (code, signal) => {
      child = undefined;
      failures = code === 0 ? 0 : failures + 1;
      if (code !== 0 && !isStopped) log.warn(jobProcessFailed, { code, signal });
      lookAfter(failures === 0 ? 0 : Math.min(maxBackoffMs, 500 * 2 ** failures));
    });
    // The child may have ended already; its exit is handled above.
    child.send(config, () => {});
  };

  blog.jobAdded = () => void look();
  void look();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    const running = child;
    if (!running) return;
    const exit = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGTERM');
    const kill = setTimeout(() => running.kill('SIGKILL'), shutdownMs);
    await exit;
    clearTimeout(kill);
  };
}
