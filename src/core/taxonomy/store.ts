import { sql } from 'kysely';
import type { Db } from '../../platform/db/open.ts';
import { countRows } from '../../platform/db/results.ts';
import type { PostLink } from '../posts/api/posts.ts';

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

/** The number of public posts in or below each of these paths; a post in several categories counts once for each path. */
export async function pathTotals(db: Db, paths: readonly string[]): Promise<Map<string, number>> {
  if (paths.length === 0) return new Map();
  const rows = await db
    .selectFrom('listing_totals')
    .select(['name', 'total'])
    .where('kind', '=', 'path')
    .where('name', 'in', [...paths])
    .execute();
  return new Map(rows.map(({ name, total }) => [name, total]));
}

/**
 * Tags of public posts with the number of posts, by what readers see of them. A cross join keeps SQLite from beginning with the
 * totals, all of which it would have to sort.
 */
export const tagTotals = (db: Db, page: { limit: number; offset: number }) =>
  db
    .selectFrom('tags as t')
    .crossJoin('listing_totals as l')
    .select(['l.name', 't.display_name', 'l.total as count'])
    .where('l.kind', '=', 'tag')
    .whereRef('l.name', '=', 't.tag_name')
    .where('l.total', '>', 0)
    .orderBy('t.name_key')
    .orderBy('t.tag_name')
    .limit(page.limit)
    .offset(page.offset)
    .execute();

/** The newest public post in each of these lists: one look into an index for each. */
export async function latestIn(
  db: Db,
  kind: 'category' | 'tag',
  names: readonly string[],
): Promise<Map<string, PostLink>> {
  if (names.length === 0) return new Map();
  const rows = await db
    .selectFrom('listing_totals as t')
    .innerJoin('posts as p', (join) =>
      join.on(
        'p.id',
        '=',
        sql<number>`(select l.post_id from listings l where l.kind = t.kind and l.name = t.name
          order by l.post_date desc, l.post_id desc limit 1)`,
      ),
    )
    .select(['t.name', 'p.id', 'p.post_title', 'p.post_title_web', 'p.post_date'])
    .where('t.kind', '=', kind)
    .where('t.name', 'in', [...names])
    .execute();
  return new Map(rows.map(({ name, ...post }) => [name, post]));
}

export const countPublicTags = (db: Db): Promise<number> =>
  countRows(db.selectFrom('listing_totals').where('kind', '=', 'tag').where('total', '>', 0));
