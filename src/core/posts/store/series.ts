import { sql } from 'kysely';
import type { Db } from '../../../platform/db/open.ts';

const maxParts = 1000;
const maxSeries = 500;

/** As the index is: it has the posts that belong to a series. */
const isPart = sql<boolean>`p.series <> ''`;

/** The public posts of a series, oldest first. */
export const partsOf = (db: Db, series: string) =>
  db
    .selectFrom('posts as p')
    .select(['p.id', 'p.post_title', 'p.post_title_web', 'p.post_date'])
    .where(isPart)
    .where('p.series', '=', series)
    .where('p.active', '=', 1)
    .orderBy('p.post_date')
    .orderBy('p.id')
    .limit(maxParts)
    .execute();

export async function seriesNames(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('posts as p')
    .select('p.series')
    .distinct()
    .where(isPart)
    .orderBy('p.series')
    .limit(maxSeries)
    .execute();
  return rows.map(({ series }) => series);
}
