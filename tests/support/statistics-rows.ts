import { fillStatistics } from '../../demo/statistics.ts';
import type { Blog } from '../../src/platform/blog.ts';
import { type Db, openDatabase } from '../../src/platform/db/open.ts';

/** Uses the database of a running server. */
export async function inDatabaseOf<Result>(
  dataDir: string,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const { db } = openDatabase({ dataDir, databaseUrl: null });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** Fills the past of a server with numbers that look like those of a real blog. */
export const fillStatisticsOf = (dataDir: string, posts: readonly number[], days?: number): Promise<void> =>
  inDatabaseOf(dataDir, (db) => fillStatistics({ db, now: () => new Date() } as Blog, posts, days));
