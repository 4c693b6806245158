import { sql } from 'kysely';
import { dialectOf } from '../../../../platform/db/dialect.ts';
import type { Db } from '../../../../platform/db/open.ts';
import { prepared } from '../../../../platform/db/prepared.ts';

/** From the first moment to the one before the second. */
export type Period = { from: string; to: string };

// As literals: PostgreSQL would estimate a prepared query with parameters for an average list, and plan it again at each call.
const publicPosts = (db: Db) =>
  db.selectFrom('listings as l').where('l.kind', '=', sql.lit('all')).where('l.name', '=', sql.lit(''));

const newest = prepared((db, before: string) =>
  publicPosts(db)
    .select('l.post_date')
    .where('l.post_date', '<', before)
    .orderBy('l.post_date', 'desc')
    .limit(sql.lit(1)),
);

/** The date of the newest public post before a moment. */
export async function newestBefore(db: Db, before: string): Promise<string | undefined> {
  const [found] = await newest(db, before);
  return found?.post_date;
}

/** How many public posts each period has: an index range each, in one query. */
export async function countPeriods(db: Db, periods: readonly Period[]): Promise<number[]> {
  if (periods.length === 0) return [];
  const { date } = dialectOf(db);
  const bounds = periods.map(
    ({ from, to }, index) => sql`(${sql.lit(index)}, cast(${from} as ${date}), cast(${to} as ${date}))`,
  );
  const { rows } = await sql<{ position: number; total: number }>`
    with periods (position, start_date, end_date) as (values ${sql.join(bounds)})
    select position, (select count(*) from listings l where l.kind = 'all' and l.name = ''
      and l.post_date >= start_date and l.post_date < end_date) as total
    from periods`.execute(db);
  const totals = new Map(rows.map(({ position, total }) => [position, Number(total)]));
  return periods.map((_, index) => totals.get(index) ?? 0);
}

const linkColumns = ['p.id', 'p.post_title', 'p.post_title_web', 'p.post_date'] as const;

/** The public posts of a period, newest first. */
export function postsOfPeriod(db: Db, { from, to }: Period, page: { limit: number; offset: number }) {
  return db
    .selectFrom(
      publicPosts(db)
        .select(['l.post_id', 'l.post_date'])
        .where('l.post_date', '>=', from)
        .where('l.post_date', '<', to)
        .orderBy('l.post_date', 'desc')
        .orderBy('l.post_id', 'desc')
        .limit(page.limit)
        .offset(page.offset)
        .as('l'),
    )
    .innerJoin('posts as p', 'p.id', 'l.post_id')
    .select(linkColumns)
    .orderBy('l.post_date', 'desc')
    .orderBy('l.post_id', 'desc')
    .execute();
}

const neighbor = (comparison: '<' | '>', direction: 'asc' | 'desc') =>
  prepared((db, date: string, id: number) =>
    publicPosts(db)
      .innerJoin('posts as p', 'p.id', 'l.post_id')
      .select(linkColumns)
      .where(sql<boolean>`(l.post_date, l.post_id) ${sql.raw(comparison)} (${date}, ${id})`)
      .orderBy('l.post_date', direction)
      .orderBy('l.post_id', direction)
      .limit(sql.lit(1)),
  );
const older = neighbor('<', 'desc');
const newer = neighbor('>', 'asc');

/** The public posts before and after a position in the list of all posts. */
export async function neighborsOf(db: Db, { post_date, id }: { post_date: string; id: number }) {
  const [[previous], [next]] = [await older(db, post_date, id), await newer(db, post_date, id)];
  return { previous: previous ?? null, next: next ?? null };
}
