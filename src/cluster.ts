import cluster, { type Worker } from 'node:cluster';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { forgetForwarding } from './blog/maintenance/proxy-warning.ts';
import type { Config } from './config.ts';
import { passMetricsOn } from './http/metrics/cluster.ts';
import { StartProblem } from './operator/explain-error.ts';
import type { Log } from './operator/log.ts';
import { openBlog, type Running, settle, sharesPorts, start } from './start.ts';

/** A process that ends sooner than this never really served. */
const quickEndMs = 10_000;
const longestPauseMs = 30_000;
const quickEndsAllowed = 5;
const graceMs = 15_000;

/** What a process tells its leader once it serves. */
type Serving = { servesOn: number };

type Led = Pick<Running, 'url' | 'place' | 'created' | 'stop'>;

/**
 * Leads the processes that serve the site: brings the database up to date before any of them sees it, starts them, puts a
 * new one in the place of one that ends, and lets one of them do the chores.
 */
export async function lead(config: Config, log: Log): Promise<Led> {
  const { blog, database } = await openBlog(config, log);
  const created = await settle(blog, config, log);
  await forgetForwarding(blog);
  await blog.db.destroy();

  await claim(config);
  passMetricsOn();
  const crew = new Crew(log);
  const port = await crew.launch();
  await Promise.all(Array.from({ length: config.webProcesses - 1 }, () => crew.launch()));
  return { url: `http://localhost:${port}`, place: database.place, created, stop: () => crew.stop() };
}

/** Processes that share a port would share it with those of another start as well, so nobody may have it before. */
async function claim({ host, port }: Config): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, resolve);
  });
  await new Promise((resolve) => server.close(resolve));
}

/** Serves as one of those processes, until the leader or a signal says stop. */
export async function follow(config: Config, log: Log): Promise<null> {
  const running = await start(config, log, undefined, 'one of several');
  let stopping = false;
  // Ctrl-C and service managers signal the leader and every process: whoever comes first, one stop is enough.
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await running.stop();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  process.on('message', (message) => {
    if (message === 'stop') void stop();
    if (message === 'chores') running.beginChores();
  });
  process.send?.({ servesOn: config.port } satisfies Serving);
  return null;
}

class Crew {
  readonly #log: Log;
  readonly #serving = new Set<Worker>();
  readonly #all = new Set<Worker>();
  #choresBy: Worker | undefined;
  #port: number | undefined;
  #quickEnds = 0;
  #stopping = false;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Starts a process and resolves with its port once it serves. */
  launch(): Promise<number> {
    const worker = cluster.fork(this.#port === undefined || !sharesPorts ? {} : { PORT: this.#port });
    const since = performance.now();
    this.#all.add(worker);
    return new Promise((resolve, reject) => {
      // A message that finds nobody any more: the end of that process is dealt with by itself.
      worker.on('error', (error) =>
        this.#log.debug('A web process was not reached.', { error: error.message }),
      );
      worker.on('message', (message: Partial<Serving>) => {
        const port = message.servesOn;
        if (port === undefined) return;
        this.#port = port;
        this.#serving.add(worker);
        this.#assignChores();
        resolve(port);
        worker.once('exit', (code, signal) => this.#replace(worker, since, { code, signal }));
      });
      worker.once('exit', (code, signal) => {
        this.#all.delete(worker);
        this.#serving.delete(worker);
        if (this.#choresBy === worker) this.#choresBy = undefined;
        this.#assignChores();
        reject(new StartProblem(`A web process ended before it served (${signal ?? code}).`));
      });
    });
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    const ends = [...this.#all].map((worker) => new Promise((resolve) => worker.once('exit', resolve)));
    for (const worker of this.#all) if (worker.isConnected()) worker.send('stop');
    await Promise.race([Promise.all(ends), wait(graceMs, undefined, { ref: false })]);
    for (const worker of this.#all) worker.process.kill('SIGKILL');
  }

  #assignChores(): void {
    if (this.#choresBy || this.#stopping) return;
    [this.#choresBy] = this.#serving;
    this.#choresBy?.send('chores');
  }

  async #replace(worker: Worker, since: number, end: { code: number; signal: string }): Promise<void> {
    if (this.#stopping) return;
    this.#log.error('A web process ended; another one takes its place.', { pid: worker.process.pid, ...end });
    this.#quickEnds = performance.now() - since < quickEndMs ? this.#quickEnds + 1 : 0;
    for (;;) {
      if (this.#quickEnds >= quickEndsAllowed && this.#serving.size === 0) {
        this.#log.error('The web processes end as soon as they start. Nothing more is tried.');
        process.exit(1);
      }
      const pause = this.#quickEnds === 0 ? 0 : Math.min(longestPauseMs, 125 * 2 ** this.#quickEnds);
      await wait(pause);
      if (this.#stopping) return;
      try {
        await this.launch();
        return;
      } catch {
        // It has said why by itself.
        this.#quickEnds++;
      }
    }
  }
}
