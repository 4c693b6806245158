import { setTimeout as wait } from 'node:timers/promises';
import { type Blog, nowIso } from '../../platform/blog.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { JobContext } from '../../platform/jobs/job.ts';
import type { Outcome } from './delivery-outcome.ts';
import {
  countAttempt,
  type Delivery,
  deleteAllDeliveriesTo,
  deleteDeliveries,
  deleteOrphanedActivities,
  deleteSentActivities,
  hostsAnswered,
  markHost,
  removeFollowersAt,
} from './store/deliveries.ts';

/** On SQLite a commit blocks the process until the disk has it, so it should serve many hosts. */
const gatherMs = 25;

export type Settled = { host: string; delivery: Delivery; outcome: Outcome };

/**
 * Stores outcomes, those of many hosts in one transaction: what is added while a transaction commits is in the next. Each
 * caller waits for its commit, so a host gets its next delivery only after the last one is removed for good.
 */
export class GroupCommit {
  readonly #blog: Blog;
  readonly #context: JobContext;
  #waiting: Settled[] = [];
  #next: Promise<void> | undefined;
  #current: Promise<void> = Promise.resolve();

  constructor(blog: Blog, context: JobContext) {
    this.#blog = blog;
    this.#context = context;
  }

  add(settled: Settled): Promise<void> {
    this.#waiting.push(settled);
    this.#next ??= this.#current
      .catch(() => {})
      .then(() => wait(gatherMs))
      .then(() => {
        const batch = this.#waiting;
        this.#waiting = [];
        this.#next = undefined;
        this.#current = this.#store(batch);
        return this.#current;
      });
    return this.#next;
  }

  async #store(batch: readonly Settled[]): Promise<void> {
    const blog = this.#blog;
    await inTransaction(blog.db, async (tx) => {
      await this.#context.fence(tx);
      const finished = batch.filter(({ outcome }) => outcome.isDone);
      await deleteDeliveries(
        tx,
        finished.map(({ delivery }) => delivery.id),
      );
      await deleteSentActivities(tx, [...new Set(finished.map(({ delivery }) => delivery.activity_id))]);
      await hostsAnswered(
        tx,
        finished.map(({ host }) => host),
        nowIso(blog),
      );
      for (const { host, delivery, outcome } of batch) {
        if (outcome.isGone) await removeFollowersAt(tx, delivery.inbox);
        if (!outcome.pause) continue;
        await markHost(tx, host, outcome.pause);
        if (!outcome.pause.dead) {
          if (outcome.pause.error.startsWith('HTTP')) await countAttempt(tx, delivery.id);
          continue;
        }
        await deleteAllDeliveriesTo(tx, host);
        await deleteOrphanedActivities(tx);
      }
    });
    this.#context.progress(null);
  }
}
