import { setTimeout as wait } from 'node:timers/promises';
import type { Blog } from '../../../platform/blog.ts';
import type { Db } from '../../../platform/db/open.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { JobContext } from '../../../platform/jobs/job.ts';

/** On SQLite a commit blocks the process until the disk has it, so it should serve many mails. */
const gatherMs = 5;

type Work = { run: (tx: Db) => Promise<void>; done: () => void; fail: (error: unknown) => void };

/** Writes of several mails in one transaction of the job. Each caller waits until its own write is durable. */
export class MailCommits {
  readonly #blog: Blog;
  readonly #context: JobContext;
  #waiting: Work[] = [];
  #isRunning = false;

  constructor(blog: Blog, context: JobContext) {
    this.#blog = blog;
    this.#context = context;
  }

  write(run: (tx: Db) => Promise<void>): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push({ run, done: resolve, fail: reject });
    if (!this.#isRunning) void this.#commit();
    return promise;
  }

  async #commit(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      await wait(gatherMs);
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await inTransaction(this.#blog.db, async (tx) => {
          await this.#context.fence(tx);
          for (const { run } of batch) await run(tx);
        });
        for (const { done } of batch) done();
      } catch (error) {
        for (const { fail } of batch) fail(error);
      }
      this.#context.progress(null);
    }
    this.#isRunning = false;
  }
}
