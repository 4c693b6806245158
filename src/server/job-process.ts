import { type ChildProcess, fork } from 'node:child_process';
import type { Config } from '../config.ts';
import { jobKinds } from '../modules/jobs.ts';
import type { Blog } from '../platform/blog.ts';
import { hasDueJobs } from '../platform/jobs/jobs.ts';
import { type JobQueue, jobQueues, kindsIn } from '../platform/jobs/kinds.ts';
import { errorDetails, type Log } from '../platform/log/log.ts';
import { jobFailed, jobProcessFailed } from '../platform/messages/operator.ts';
import { programFile } from '../platform/process/package-root.ts';

const pollMs = 3_000;
const maxBackoffMs = 5 * 60_000;
/** The child ends after the batch that it is writing. */
const shutdownMs = 5_000;
/** The heap of the child; with buffers and code it stays below 400 MB. */
const heapMb = 256;

const program = programFile('server/run-jobs');

/** What a queue needs of its child process. */
export type QueueChild = Pick<ChildProcess, 'on' | 'once' | 'send' | 'kill'>;
export type LaunchJobs = (blog: Blog) => QueueChild;

const forkChild: LaunchJobs = () =>
  fork(program, [], { execArgv: [`--max-old-space-size=${heapMb}`], stdio: 'inherit' });

/**
 * Looks for due jobs and runs them in a child process for each queue, so that they cannot delay requests and their memory is
 * returned. Returns a function that stops them.
 */
export function startJobProcess(
  blog: Blog,
  config: Config,
  log: Log,
  launch: LaunchJobs = forkChild,
): () => Promise<void> {
  const processes = jobQueues.map((queue) => new QueueProcess(queue, config, log, () => launch(blog)));
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let isLooking = false;

  const look = async () => {
    if (isLooking || isStopped) return;
    isLooking = true;
    clearTimeout(timer);
    try {
      for (const child of processes)
        if (child.isIdle && (await hasDueJobs(blog, kindsIn(jobKinds, child.queue))) && !isStopped)
          child.launch();
    } catch (error) {
      log.warn(jobFailed('look for jobs'), errorDetails(error));
    }
    isLooking = false;
    if (!isStopped) timer = setTimeout(look, pollMs).unref();
  };
  for (const child of processes) child.onEnd = () => void look();

  blog.jobAdded = () => void look();
  void look();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await Promise.all(processes.map((child) => child.stop()));
  };
}

class QueueProcess {
  readonly queue: JobQueue;
  readonly #config: Config;
  readonly #log: Log;
  readonly #launch: () => QueueChild;
  #child: QueueChild | undefined;
  #failures = 0;
  #restUntil = 0;
  #isStopped = false;
  onEnd: () => void = () => {};

  constructor(queue: JobQueue, config: Config, log: Log, launch: () => QueueChild) {
    this.queue = queue;
    this.#config = config;
    this.#log = log;
    this.#launch = launch;
  }

  get isIdle(): boolean {
    return !this.#child && performance.now() >= this.#restUntil;
  }

  launch(): void {
    const child = this.#launch();
    this.#child = child;
    child.on('error', (error) => this.#log.warn(jobProcessFailed, errorDetails(error)));
    child.once('exit', (code, signal) => {
      this.#child = undefined;
      this.#failures = code === 0 ? 0 : this.#failures + 1;
      if (code !== 0 && !this.#isStopped) this.#log.warn(jobProcessFailed, { code, signal });
      const rest = this.#failures === 0 ? 0 : Math.min(maxBackoffMs, 500 * 2 ** this.#failures);
      this.#restUntil = performance.now() + rest;
      this.onEnd();
    });
    // The child may have ended already; its exit is handled above.
    child.send({ config: this.#config, queue: this.queue }, () => {});
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    const running = this.#child;
    if (!running) return;
    const exit = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGTERM');
    const kill = setTimeout(() => running.kill('SIGKILL'), shutdownMs);
    await exit;
    clearTimeout(kill);
  }
}
