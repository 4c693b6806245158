import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import { inTransaction } from './transaction.ts';

type Work<Result> = (tx: Db) => Promise<Result>;
type Waiting = { work: Work<unknown>; resolve(result: unknown): void; reject(error: unknown): void };
/** What becomes of a caller once the transaction is committed. */
type Outcome = () => void;

/** After so long the transaction ends although more are waiting: until then the event loop serves nothing else. */
const sliceMs = 4;

const statement = (text: string) => prepared((db) => ({ compile: () => sql.raw(text).compile(db) }));
const savepoint = statement('savepoint one_of_many');
const release = statement('release one_of_many');
const rollback = statement('rollback to one_of_many');

/**
 * SQLite: writes that arrive in the same turn of the event loop share a transaction, because beginning and committing one takes
 * as long as a small write. Each has a savepoint, so that one that fails leaves nothing behind and does not affect the others.
 */
class SharedTransactions {
  readonly #db: Db;
  #waiting: Waiting[] = [];

  constructor(db: Db) {
    this.#db = db;
  }

  run<Result>(work: Work<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    if (this.#waiting.length === 0) this.#schedule();
    this.#waiting.push({ work, resolve: resolve as Waiting['resolve'], reject });
    return promise;
  }

  #schedule(): void {
    setImmediate(() => void this.#runWaiting());
  }

  async #runWaiting(): Promise<void> {
    const given = this.#waiting;
    this.#waiting = [];
    const outcomes: Outcome[] = [];
    let isRunning = false;
    try {
      await this.#db.transaction().execute(async (tx) => {
        isRunning = true;
        const ends = performance.now() + sliceMs;
        for (const one of given) {
          if (outcomes.length > 0 && performance.now() > ends) break;
          outcomes.push(await this.#inSavepoint(tx, one));
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
  }

  #putBack(left: Waiting[]): void {
    if (left.length === 0) return;
    if (this.#waiting.length === 0) this.#schedule();
    this.#waiting.unshift(...left);
  }

  /** Throws only if the savepoint cannot be undone, because SQLite has rolled back the whole transaction. */
  async #inSavepoint(tx: Db, waiting: Waiting): Promise<Outcome> {
    await savepoint(tx);
    try {
      const result = await waiting.work(tx);
      await release(tx);
      return () => waiting.resolve(result);
    } catch (error) {
      await rollback(tx);
      await release(tx);
      return () => (dialectOf(tx).isConflict(error) ? this.#runAlone(waiting) : waiting.reject(error));
    }
  }

  #runAlone({ work, resolve, reject }: Waiting): void {
    inTransaction(this.#db, work).then(resolve, reject);
  }
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
