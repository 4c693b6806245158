import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '../db/open.ts';
import { inTransaction } from '../db/transaction.ts';
import type { JobContext } from './job.ts';

/** A commit waits for the disk, so it should serve many. */
const gatherMs = 10;

/**
 * Writes of one job that share transactions: what is added while a transaction commits is in the next. Each caller waits until its
 * own write is durable.
 */
export class GroupCommit<Item> {
  readonly #db: Db;
  readonly #context: JobContext;
  readonly #write: (tx: Db, batch: readonly Item[]) => Promise<void>;
  #waiting: Item[] = [];
  #next: Promise<void> | undefined;
  #current: Promise<void> = Promise.resolve();

  constructor(db: Db, context: JobContext, write: (tx: Db, batch: readonly Item[]) => Promise<void>) {
    this.#db = db;
    this.#context = context;
    this.#write = write;
  }

  add(item: Item): Promise<void> {
    this.#waiting.push(item);
    this.#next ??= this.#current
      .catch(() => {})
      .then(() => wait(gatherMs))
      .then(() => {
        this.#next = undefined;
        this.#current = this.#commit(this.#waiting.splice(0));
        return this.#current;
      });
    return this.#next;
  }

  async #commit(batch: readonly Item[]): Promise<void> {
    await inTransaction(this.#db, async (tx) => {
      await this.#context.fence(tx);
      await this.#write(tx, batch);
    });
    this.#context.progress(null);
  }
}
