import type { Db } from '../db/open.ts';

/** The number of public posts in the list of each segment of a category path. */
export async function segmentTotals(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('listing_totals')
    .select(['name', 'total'])
    .where('kind', '=', 'category')
    .where('total', '>', 0)
    .execute();
  return new Map(rows.map(({ name, total }) => [name, total]));
}

/** The number of public posts of each category whose path contains one of these segments. */
export async function categoryTotals(db: Db, segments: readonly string[]): Promise<Map<string, number>> {
  if (segments.length === 0) return new Map();
  const rows = await db
    .selectFrom('listings as l')
    .innerJoin('posts as p', 'p.id', 'l.post_id')
    .innerJoin('categories as c', 'c.id', 'p.category_id')
    .select(['c.category_path', (eb) => eb.fn.count<number>('p.id').distinct().as('total')])
    .where('l.kind', '=', 'category')
    .where('l.name', 'in', [...segments])
    .groupBy('c.category_path')
    .execute();
  return new Map(rows.map(({ category_path, total }) => [category_path, Number(total)]));
}

const publicTags = (db: Db) =>
  db.selectFrom('listing_totals').where('kind', '=', 'tag').where('total', '>', 0);

/** Tags of public posts with the number of posts, by name. */
export const tagTotals = (db: Db, page: { limit: number; offset: number }) =>
  publicTags(db)
    .select(['name', 'total as count'])
    .orderBy('name')
    .limit(page.limit)
    .offset(page.offset)
    .execute();

export async function countPublicTags(db: Db): Promise<number> {
  const { total } = await publicTags(db)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}
