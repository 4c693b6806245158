import { relistAll } from '../../src/core/posts/lists/store/listings.ts';
import { openDatabase } from '../../src/platform/db/open.ts';
import { seededDate } from '../../tools/seed.ts';

const isoMonth = (date: Date) => date.toISOString().slice(0, 7);

/** The months that the archive of a seeded site of this size needs for its page: those of 2025, and one of each older year. */
function monthsOf(posts: number): string[] {
  const oldest = seededDate(posts - 1).getUTCFullYear();
  const years = Array.from({ length: 2025 - oldest }, (_, index) => `${oldest + index}-12`);
  const months = Array.from({ length: 12 }, (_, index) => isoMonth(new Date(Date.UTC(2025, index))));
  return [...years, ...months];
}

/**
 * Adds a post for each year and month that the archive of the largest site lists and this one does not, so that both pages have
 * the same number of entries. Once for each site.
 */
export async function fillArchive(
  { dataDir, env }: { dataDir: string; env: Record<string, string> },
  largest: number,
): Promise<void> {
  const { db } = openDatabase({ dataDir, databaseUrl: env.DATABASE_URL ?? null });
  try {
    const listed = await db
      .selectFrom('listings')
      .select('post_date')
      .where('kind', '=', 'all')
      .where('name', '=', '')
      .execute();
    const known = new Set(listed.map(({ post_date }) => post_date.slice(0, 7)));
    const missing = monthsOf(largest).filter((month) => !known.has(month));
    if (missing.length === 0) return;
    const { id: _, ...row } = await db
      .selectFrom('posts')
      .selectAll()
      .where('active', '=', 1)
      .where('kind', '=', 'post')
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow();
    await db.transaction().execute(async (tx) => {
      for (const month of missing) {
        const post_date = `${month}-15T12:00:00.000Z`;
        const dates = { post_date, first_active_date: post_date };
        await tx
          .insertInto('posts')
          .values({ ...row, ...dates, post_title_web: `seeded-post-of-${month}` })
          .execute();
      }
      await relistAll(tx);
    });
  } finally {
    await db.destroy();
  }
}
