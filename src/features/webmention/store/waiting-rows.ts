import type { Db } from '../../../platform/db/open.ts';

/** Tables of what other servers have to be told; `next_run` is null in rows that wait for nothing. */
type Waiting = 'sent_mentions';

const rowsOf = (db: Db, table: Waiting) =>
  db.selectFrom(table).where('next_run', 'is not', null);

export async function countWaiting(db: Db, table: Waiting): Promise<number> {
  const { waiting } = await rowsOf(db, table)
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow();
  return waiting;
}

/** When the first of them is due. */
export async function nextRun(db: Db, table: Waiting): Promise<string | null> {
  const row = await rowsOf(db, table).select('next_run').orderBy('next_run').limit(1).executeTakeFirst();
  return row?.next_run ?? null;
}
