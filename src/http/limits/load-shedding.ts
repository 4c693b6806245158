import type { IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import { Problem } from '../../contract/errors.ts';
import { urls } from '../../contract/urls.ts';

/**
 * Where works wait: readers' pages and calls; votes and comments, which somebody typed and should not type again; who
 * is about to sign in or shows a session that is not known yet.
 */
export type Lane = 'readers' | 'writers' | 'doors';

/** The owner comes this way. Signing in is not counted as work: it is slow on purpose and has a queue of its own. */
export const isDoor = (path: string): boolean =>
  path === urls.login || path.startsWith(`${urls.api}/api/admin/auth`);

export type WorkloadLimits = {
  /** Works that wait for the database at the same time. */
  atOnce: number;
  /** How many works may wait for their turn; who waited too long is told to come back rather than answered late. */
  lanes: Record<Lane, { waiting: number; patienceMs: number }>;
  /** How long works run before the server looks at its connections again, and longer if that took longer. */
  sliceMs: number;
  longestSliceMs: number;
};

export const usualWorkload: WorkloadLimits = {
  atOnce: 24,
  lanes: {
    readers: { waiting: 96, patienceMs: 1_500 },
    writers: { waiting: 1_000, patienceMs: 10_000 },
    doors: { waiting: 96, patienceMs: 5_000 },
  },
  sliceMs: 2,
  longestSliceMs: 250,
};

type Waiting = { since: number; request: IncomingMessage; start(): void; refuse(): void };

const retryAfter = 2;
const lookEveryMs = 250;

/**
 * What the server has to do for others than its owner, in an order that keeps it answering. A page from SQLite is made
 * without ever letting go of the event loop, so a flood would not show as work at the same time but as connections
 * that nobody looks at. Therefore works take turns: after a slice of time the loop comes round, pages in memory and the
 * owner are served, and what does not fit into the queue or waited too long is refused at once.
 */
export class Workload {
  readonly #limits: WorkloadLimits;
  readonly #queues: Record<Lane, Waiting[]> = { readers: [], writers: [], doors: [] };
  #atWork = 0;
  #slice = 0;
  #sliceEnds = 0;
  /** How long the event loop had been busy when the slice began. */
  #busyAtSlice = 0;
  #turnComes = false;
  /** Whose turn it is, first. */
  #order: Lane[] = ['doors', 'readers', 'writers'];
  #look: NodeJS.Timeout | null = null;
  #refused = 0;

  constructor(limits: WorkloadLimits = usualWorkload) {
    this.#limits = limits;
  }

  get atWork(): number {
    return this.#atWork;
  }

  get waiting(): number {
    const { readers, writers, doors } = this.#queues;
    return readers.length + writers.length + doors.length;
  }

  /** How many were told to come back, since the start. */
  get refused(): number {
    return this.#refused;
  }

  /** Refuses early, before a request has cost anything. */
  refuseIfFull(lane: Lane): void {
    if (this.#queues[lane].length >= this.#limits.lanes[lane].waiting) throw this.#tooBusy();
  }

  /** Does the work when its turn comes. */
  async run<Result>(lane: Lane, request: IncomingMessage, work: () => Promise<Result>): Promise<Result> {
    await this.#turn(lane, request);
    try {
      return await work();
    } finally {
      this.#atWork--;
      this.#next();
    }
  }

  async #turn(lane: Lane, request: IncomingMessage): Promise<void> {
    if (this.waiting === 0 && this.#hasRoom()) {
      this.#atWork++;
      return;
    }
    this.refuseIfFull(lane);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const refuse = () => reject(this.#tooBusy());
    this.#queues[lane].push({ since: performance.now(), request, start: resolve, refuse });
    this.#look ??= setInterval(() => this.#refuseImpatient(), lookEveryMs).unref();
    this.#next();
    await promise;
  }

  /** Also begins the slice of this turn of the event loop. */
  #hasRoom(): boolean {
    if (this.#atWork >= this.#limits.atOnce) return false;
    const now = performance.now();
    if (!this.#turnComes) {
      const busy = performance.eventLoopUtilization().active;
      const elsewhere = busy - this.#busyAtSlice - this.#slice;
      const { sliceMs, longestSliceMs } = this.#limits;
      // Turning a flood away takes time, too: what is done for readers gets at least as much.
      this.#slice = Math.min(Math.max(sliceMs, elsewhere), longestSliceMs);
      this.#sliceEnds = now + this.#slice;
      this.#busyAtSlice = busy;
      this.#awaitTurn();
    }
    return now < this.#sliceEnds;
  }

  #awaitTurn(): void {
    this.#turnComes = true;
    setImmediate(() => {
      this.#turnComes = false;
      this.#next();
    });
  }

  /** Starts one: how long it takes shows before the next one, which comes with its end or with the next turn. */
  #next(): void {
    if (this.waiting === 0 || !this.#hasRoom()) return;
    const next = this.#take();
    if (!next) return;
    this.#atWork++;
    next.start();
  }

  /** The lanes take turns, so that none can starve another. Who hung up or waited too long is left out. */
  #take(): Waiting | undefined {
    this.#refuseImpatient();
    for (;;) {
      const lane = this.#order.find((name) => this.#queues[name].length > 0);
      if (!lane) return undefined;
      this.#order = [...this.#order.filter((name) => name !== lane), lane];
      const next = this.#queues[lane].shift();
      if (!next?.request.socket.destroyed) return next;
      next.refuse();
    }
  }

  #refuseImpatient(): void {
    const now = performance.now();
    for (const lane of this.#order) {
      const queue = this.#queues[lane];
      const oldest = now - this.#limits.lanes[lane].patienceMs;
      for (let first = queue[0]; first && first.since < oldest; first = queue[0]) {
        queue.shift();
        first.refuse();
      }
    }
    if (this.waiting > 0 || !this.#look) return;
    clearInterval(this.#look);
    this.#look = null;
  }

  #tooBusy(): Problem {
    this.#refused++;
    return new Problem(
      'unavailable',
      'The site has more to do than it can at the moment. Please try again in a few seconds.',
      { retryAfter },
    );
  }
}
