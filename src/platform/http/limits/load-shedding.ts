import type { IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ReaderProblem } from '../reader-problem.ts';
import { visitorKey } from '../request/ip-networks.ts';
import { urls } from '../urls.ts';
import { FairQueue } from './fair-queue.ts';

/**
 * Pages and API calls of readers; votes and comments, which a person would have to enter again; sign-ins and requests
 * whose session has not been verified yet.
 */
export type QueueName = 'reads' | 'writes' | 'signIn';

/** The login page and the API calls behind it. Those calls skip this queue, because password hashing has its own. */
export const isSignInPath = (path: string): boolean =>
  path === urls.login || path.startsWith(urls.claim('')) || path.startsWith(`${urls.api}/api/admin/auth`);

type QueueLimits = {
  /** Jobs that may wait for the database at the same time. */
  concurrency: number;
  /** A job that would wait longer than `maxWaitMs` is rejected: a late response is of no use. */
  queues: Record<QueueName, { maxLength: number; maxWaitMs: number }>;
};

export const defaultQueueLimits: QueueLimits = {
  concurrency: 24,
  queues: {
    reads: { maxLength: 96, maxWaitMs: 1_500 },
    writes: { maxLength: 1_000, maxWaitMs: 10_000 },
    signIn: { maxLength: 96, maxWaitMs: 5_000 },
  },
};

type Waiting = { since: number; request: IncomingMessage; start(): void; reject(): void };

const retryAfter = 2;
const expiryCheckMs = 250;

/**
 * Load shedding for requests of everyone but the owner. SQLite and React are synchronous, so one job begins or continues in each
 * turn of the event loop, which serves cached pages in between. Jobs that do not fit into the queue or waited too long are rejected at once. Clients take turns, and a full queue
 * sheds the newest request of the client with the most of them, so that one client cannot keep out others.
 */
export class RequestQueue {
  readonly #limits: QueueLimits;
  readonly #clientIp: (request: IncomingMessage) => string;
  readonly #queues: Record<QueueName, FairQueue<Waiting>> = {
    reads: new FairQueue(),
    writes: new FairQueue(),
    signIn: new FairQueue(),
  };
  #lastTurn: Promise<void> = Promise.resolve();
  #running = 0;
  #isStarting = false;
  /** Round robin: the next queue comes first. */
  #order: QueueName[] = ['signIn', 'reads', 'writes'];
  #expiryTimer: NodeJS.Timeout | null = null;
  #rejected = 0;

  /** `clientIp` reads the IP address of a client, also behind proxies. */
  constructor(
    limits: QueueLimits = defaultQueueLimits,
    clientIp: (request: IncomingMessage) => string = () => '',
  ) {
    this.#limits = limits;
    this.#clientIp = clientIp;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    const { reads, writes, signIn } = this.#queues;
    return reads.length + writes.length + signIn.length;
  }

  /** How many requests were rejected since the start. */
  get rejected(): number {
    return this.#rejected;
  }

  /** Rejects a request before any work is done for it, unless it would take the place of one of a greedier client. */
  rejectIfFull(name: QueueName, request: IncomingMessage): void {
    if (this.#isFull(name) && !this.#greedier(name, this.#clientOf(request))) throw this.#overloaded();
  }

  /** Those that start in this turn of the event loop are still in the queue. */
  #isFull(name: QueueName): boolean {
    const starting = Math.max(0, this.#limits.concurrency - this.#running);
    return this.#queues[name].length >= this.#limits.queues[name].maxLength + starting;
  }

  /** The IPv4 address, or the /64 network of an IPv6 address. */
  #clientOf(request: IncomingMessage): string {
    return visitorKey(this.#clientIp(request));
  }

  /** The client with the most requests in the queue, if it has more than this one would have with one more. */
  #greedier(name: QueueName, client: string): string | undefined {
    const queue = this.#queues[name];
    const { largest } = queue;
    return largest !== undefined && queue.lengthOf(largest) > queue.lengthOf(client) + 1
      ? largest
      : undefined;
  }

  async run<Result>(name: QueueName, request: IncomingMessage, job: () => Promise<Result>): Promise<Result> {
    await this.#turn(name, request);
    try {
      return await job();
    } finally {
      this.#running--;
      this.#startSoon();
    }
  }

  /** For the owner, who does not wait for readers: only the event loop is shared with them. */
  readonly runNow = async <Result>(job: () => Promise<Result>): Promise<Result> => {
    await this.yield();
    return job();
  };

  /** Resolves in a turn of the event loop that no other job has. */
  readonly yield = (): Promise<void> => {
    this.#lastTurn = this.#lastTurn.then(() => nextTurn());
    return this.#lastTurn;
  };

  async #turn(name: QueueName, request: IncomingMessage): Promise<void> {
    const client = this.#clientOf(request);
    if (this.#isFull(name)) this.#makeRoom(name, client);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#queues[name].push(client, {
      since: performance.now(),
      request,
      start: resolve,
      reject: () => reject(this.#overloaded()),
    });
    this.#expiryTimer ??= setInterval(() => this.#rejectExpired(), expiryCheckMs).unref();
    this.#startSoon();
    await promise;
  }

  #makeRoom(name: QueueName, client: string): void {
    const greedier = this.#greedier(name, client);
    if (greedier === undefined) throw this.#overloaded();
    this.#queues[name].pop(greedier)?.reject();
  }

  /** The next job is chosen when there is time for it, among all that came until then. */
  #startSoon(): void {
    if (this.#isStarting || this.waiting === 0 || this.#running >= this.#limits.concurrency) return;
    this.#isStarting = true;
    void this.yield().then(this.#startNext);
  }

  readonly #startNext = (): void => {
    this.#isStarting = false;
    const next = this.#dequeue();
    if (next) {
      this.#running++;
      next.start();
    }
    this.#startSoon();
  };

  /** Round robin, so that no queue can starve another. Requests whose client disconnected are dropped. */
  #dequeue(): Waiting | undefined {
    this.#rejectExpired();
    for (;;) {
      const name = this.#order.find((candidate) => this.#queues[candidate].length > 0);
      if (!name) return undefined;
      this.#order = [...this.#order.filter((other) => other !== name), name];
      const next = this.#queues[name].shift();
      if (!next?.request.socket.destroyed) return next;
      next.reject();
    }
  }

  #rejectExpired(): void {
    const now = performance.now();
    for (const name of this.#order) {
      const oldest = now - this.#limits.queues[name].maxWaitMs;
      for (const late of this.#queues[name].removeOldest(({ since }) => since < oldest)) late.reject();
    }
    if (this.waiting > 0 || !this.#expiryTimer) return;
    clearInterval(this.#expiryTimer);
    this.#expiryTimer = null;
  }

  #overloaded(): ReaderProblem {
    this.#rejected++;
    return new ReaderProblem('unavailable', (messages) => messages.siteOverloaded, { retryAfter });
  }
}
