import type { Db } from '../../platform/db/open.ts';

/** The part of a process that counts. */
type RunningStatistics = { bringUpToDate(): Promise<void> };

const running = new WeakMap<Db, RunningStatistics>();

export const setRunning = (db: Db, statistics: RunningStatistics | null): void => {
  if (statistics) running.set(db, statistics);
  else running.delete(db);
};

/** Call before sums are read: writes what this process counted, and on SQLite what waits in the file of the day. */
export async function bringUpToDate({ db }: { db: Db }): Promise<void> {
  await running.get(db)?.bringUpToDate();
}
