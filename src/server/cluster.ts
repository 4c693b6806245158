import cluster, { type Worker } from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { collectWorkerMetrics } from '../platform/http/metrics/cluster.ts';
import { clearForwarding } from '../platform/http/request/proxy-warning.ts';
import { StartProblem } from '../platform/log/explain-error.ts';
import type { Log } from '../platform/log/log.ts';
import * as messages from '../platform/messages/operator.ts';
import { initializeSite, newClaimPath, openBlog } from './open-blog.ts';
import { type RunningSite, start, supportsReusePort } from './start.ts';

/** A worker that exits sooner than this counts as crashing at the start. */
const earlyExitMs = 10_000;
const maxBackoffMs = 30_000;
const maxEarlyExits = 5;
const shutdownMs = 15_000;

/** Sent by a worker once it accepts connections. */
type Ready = { listeningOn: number };

/**
 * Migrates the database before any worker opens it, starts the workers, replaces those that exit, and makes one of them run
 * the maintenance jobs.
 */
export async function runPrimary(
  config: Config,
  log: Log,
): Promise<Pick<RunningSite, 'url' | 'databaseLocation' | 'claimPath' | 'stop'>> {
  const { blog, database } = await openBlog(config, log);
  await initializeSite(blog, config, log);
  await clearForwarding(blog);

  collectWorkerMetrics();
  const workers = new WorkerPool(log);
  const port = await workers.launch();
  await Promise.all(Array.from({ length: config.webProcesses - 1 }, () => workers.launch()));
  const claimPath = await newClaimPath(blog, config);
  await blog.db.destroy();
  return {
    url: `http://localhost:${port}`,
    databaseLocation: database.location,
    claimPath,
    stop: () => workers.stop(),
  };
}

export async function runWorker(config: Config, log: Log): Promise<void> {
  const running = await start(config, log, { role: 'worker' });
  let isStopping = false;
  // Ctrl-C and service managers signal the primary and every worker, so this may be called twice.
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await running.stop();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  process.on('message', (message) => {
    if (message === 'stop') void stop();
    if (message === 'start-maintenance') running.startMaintenance();
  });
  process.send?.({ listeningOn: config.port } satisfies Ready);
}

class WorkerPool {
  readonly #log: Log;
  readonly #all = new Set<Worker>();
  readonly #ready = new Set<Worker>();
  #maintainer: Worker | undefined;
  #port: number | undefined;
  #earlyExits = 0;
  #isStopping = false;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Starts a worker and resolves with its port once it accepts connections. */
  launch(): Promise<number> {
    const worker = cluster.fork(this.#port === undefined || !supportsReusePort ? {} : { PORT: this.#port });
    const since = performance.now();
    this.#all.add(worker);
    return new Promise((resolve, reject) => {
      // A message to a worker that is exiting; the exit itself is handled below.
      worker.on('error', (error) => this.#log.debug(messages.workerUnreachable, { error: error.message }));
      worker.on('message', ({ listeningOn: port }: Partial<Ready>) => {
        if (port === undefined) return;
        this.#port = port;
        this.#ready.add(worker);
        this.#assignMaintenance();
        resolve(port);
        worker.once('exit', (code, signal) => this.#replace(worker, since, { code, signal }));
      });
      worker.once('exit', (code, signal) => {
        this.#all.delete(worker);
        this.#ready.delete(worker);
        if (this.#maintainer === worker) this.#maintainer = undefined;
        this.#assignMaintenance();
        reject(new StartProblem(messages.workerFailed(signal ?? code)));
      });
    });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    const exits = [...this.#all].map((worker) => new Promise((resolve) => worker.once('exit', resolve)));
    for (const worker of this.#all) if (worker.isConnected()) worker.send('stop');
    await Promise.race([Promise.all(exits), wait(shutdownMs, undefined, { ref: false })]);
    for (const worker of this.#all) worker.process.kill('SIGKILL');
  }

  #assignMaintenance(): void {
    if (this.#maintainer || this.#isStopping) return;
    [this.#maintainer] = this.#ready;
    this.#maintainer?.send('start-maintenance');
  }

  async #replace(worker: Worker, since: number, exit: { code: number; signal: string }): Promise<void> {
    if (this.#isStopping) return;
    this.#log.error(messages.workerExited, { pid: worker.process.pid, ...exit });
    this.#earlyExits = performance.now() - since < earlyExitMs ? this.#earlyExits + 1 : 0;
    for (;;) {
      if (this.#earlyExits >= maxEarlyExits && this.#ready.size === 0) {
        this.#log.error(messages.workersKeepExiting);
        process.exit(1);
      }
      await wait(this.#earlyExits === 0 ? 0 : Math.min(maxBackoffMs, 125 * 2 ** this.#earlyExits));
      if (this.#isStopping) return;
      try {
        await this.launch();
        return;
      } catch {
        // The worker has logged why.
        this.#earlyExits++;
      }
    }
  }
}
