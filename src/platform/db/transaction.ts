import { dialectOf } from './dialect.ts';
import type { Db } from './open.ts';

const maxAttempts = 5;

/** Runs `work` in a transaction and retries it after a conflict with a concurrent one (unique value taken, deadlock). */
export async function inTransaction<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === maxAttempts || !dialectOf(db).isConflict(error)) throw error;
    }
  }
}

/** Makes every other transaction that locks the same name wait until this one ends. */
export async function lockName(tx: Db, name: string): Promise<void> {
  await dialectOf(tx).lockName(name)?.execute(tx);
}
