import { sql } from 'kysely';
import { maxNamesPerDay } from '../../src/features/statistics/api/statistics.ts';
import { addDays } from '../../src/features/statistics/plots/days.ts';
import { openDatabase } from '../../src/platform/db/open.ts';

const kinds = { page: 'post:', referrer: 'site', missing: '/missing-', search: 'words ' };
const otherNames = 200;
const days = 365;

/** Sums of a year up to yesterday, with a name for each post, as far as a day has room. Once for each site. */
export async function fillYear(
  { dataDir, env }: { dataDir: string; env: Record<string, string> },
  posts: number,
): Promise<void> {
  const { db } = openDatabase({ dataDir, databaseUrl: env.DATABASE_URL ?? null });
  try {
    const today = new Date().toISOString().slice(0, 10);
    const { count } = await db
      .selectFrom('statistics')
      .select((eb) => eb.fn.countAll().as('count'))
      .where('day', '=', addDays(today, -1))
      .executeTakeFirstOrThrow();
    if (Number(count) > 1) return;
    for (let back = 1; back <= days; back++)
      for (const [kind, prefix] of Object.entries({ site: '', ...kinds })) {
        const names = kind === 'site' ? 1 : kind === 'page' ? Math.min(posts, maxNamesPerDay) : otherNames;
        await sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(names)})
          insert into statistics (day, kind, name, views, visitors)
          select cast(${addDays(today, -back)} as text), cast(${kind} as text),
            cast(${prefix} as text) || ${kind === 'site' ? sql`''` : sql`cast(n as text)`},
            (n * 7919 + ${sql.lit(back)}) % 97 + 1, 1 from numbers
          where true on conflict do nothing`.execute(db);
      }
  } finally {
    await db.destroy();
  }
}
