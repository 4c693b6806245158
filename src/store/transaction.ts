import { dialectOf } from '../db/dialect.ts';
import type { Db } from '../db/open.ts';

const tries = 5;

/** Runs `work` in a transaction, and again when another one got in its way: took a unique value first, or a deadlock. */
export async function inTransaction<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === tries || !dialectOf(db).isCollision(error)) throw error;
    }
  }
}

/** Holds back every other transaction that locks the same name, until this one ends. */
export async function lockName(tx: Db, name: string): Promise<void> {
  await dialectOf(tx).lockName(name)?.execute(tx);
}
