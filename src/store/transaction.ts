import { dialectOf } from '../db/dialect.ts';
import type { Db } from '../db/open.ts';

const tries = 5;

/** Runs `work` in a transaction, and again when another transaction took a unique value (a web title) first. */
export async function inTransaction<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === tries || !dialectOf(db).isDuplicate(error)) throw error;
    }
  }
}

/** Holds back every other transaction that locks the same name, until this one ends. */
export async function lockName(tx: Db, name: string): Promise<void> {
  await dialectOf(tx).lockName(name)?.execute(tx);
}
