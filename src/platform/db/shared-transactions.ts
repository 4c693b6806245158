import { dialectOf } from './dialect.ts';
import type { Db } from './open.ts';
import { runningFlush, writesIn } from './sqlite.ts';
import { inTransaction } from './transaction.ts';

type Work<Result> = (tx: Db) => Promise<Result>;
type Waiting = { work: Work<unknown>; resolve(result: unknown): void; reject(error: unknown): void };
/** What becomes of a caller once the transaction is committed. */
type Outcome = () => void;

/** After so long the transaction ends although more are waiting: until then the event loop serves nothing else. */
const sliceMs = 4;

/** So many writes do not wait for the end of a flush, because the commit is a small part of their cost. */
const enoughWrites = 8;

/**
 * CPU time of this thread. Measured by the clock, transactions would become the smaller the busier the machine is, and make it
 * busier still, because each has to be committed.
 */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * SQLite: writes that arrive in the same turn of the event loop share a transaction, because beginning and committing one takes
 * as long as a small write. So do those that arrive during a flush, which would not cover their commit anyway. One that is refused
 * before it writes does not affect the others. There is no savepoint for each, because SQLite would copy every page that is changed
 * within it: if one fails after it wrote something, all are repeated alone.
 */
class SharedTransactions {
  readonly #db: Db;
  #waiting: Waiting[] = [];
  #isScheduled = false;
  #awaitsFlush = false;

  constructor(db: Db) {
    this.#db = db;
  }

  run<Result>(work: Work<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#waiting.push({ work, resolve: resolve as Waiting['resolve'], reject });
    this.#schedule();
    return promise;
  }

  #schedule(): void {
    const flush = this.#waiting.length < enoughWrites ? runningFlush(this.#db) : undefined;
    if (!flush) this.#runSoon();
    else if (!this.#awaitsFlush) {
      this.#awaitsFlush = true;
      // Whether or not another one is running by then: other commits must not hold these writes up for longer.
      flush.then(() => {
        this.#awaitsFlush = false;
        if (this.#waiting.length > 0) this.#runSoon();
      });
    }
  }

  #runSoon(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(this.#runWaiting);
  }

  readonly #runWaiting = async (): Promise<void> => {
    this.#isScheduled = false;
    const given = this.#waiting;
    this.#waiting = [];
    const outcomes: Outcome[] = [];
    let isRunning = false;
    try {
      await this.#db.transaction().execute(async (tx) => {
        isRunning = true;
        reads.set(tx, new Map());
        const ends = cpuMs() + sliceMs;
        for (const one of given) {
          if (outcomes.length > 0 && cpuMs() > ends) break;
          outcomes.push(await this.#runIn(tx, one));
        }
        this.#putBack(given.splice(outcomes.length));
        isRunning = false;
      });
      for (const settle of outcomes) settle();
    } catch (error) {
      // An error before the commit means that nothing is stored: alone, each fails or succeeds by itself.
      for (const one of given) {
        if (isRunning) this.#runAlone(one);
        else one.reject(error);
      }
    }
  };

  #putBack(left: Waiting[]): void {
    if (left.length === 0) return;
    this.#waiting.unshift(...left);
    this.#runSoon();
  }

  /** Throws if the transaction cannot go on, because SQLite has rolled it back or a part of this work is stored in it. */
  async #runIn(tx: Db, waiting: Waiting): Promise<Outcome> {
    const before = writesIn(tx);
    try {
      const result = await waiting.work(tx);
      return () => waiting.resolve(result);
    } catch (error) {
      if (before === null || writesIn(tx) !== before) throw error;
      return () => waiting.reject(error);
    }
  }

  #runAlone({ work, resolve, reject }: Waiting): void {
    inTransaction(this.#db, work).then(resolve, reject);
  }
}

/** What was read in shared transactions for all their writes. */
const reads = new WeakMap<Db, Map<unknown, Promise<unknown>>>();

/**
 * Reads something once for all writes that share a transaction: until it ends, no other one can change it. Only for what none
 * of these writes changes. In other transactions it is read each time.
 */
export function readOnce<Result>(tx: Db, read: (tx: Db) => Promise<Result>): Promise<Result> {
  const known = reads.get(tx);
  if (!known) return read(tx);
  const result = (known.get(read) as Promise<Result> | undefined) ?? read(tx);
  known.set(read, result);
  return result;
}

const shared = new WeakMap<Db, SharedTransactions>();

/** Like inTransaction, for short writes of visitors, of which many arrive at the same time. */
export function inSharedTransaction<Result>(db: Db, work: Work<Result>): Promise<Result> {
  if (dialectOf(db).kind !== 'sqlite') return inTransaction(db, work);
  let transactions = shared.get(db);
  if (!transactions) {
    transactions = new SharedTransactions(db);
    shared.set(db, transactions);
  }
  return transactions.run(work);
}
