import { sql } from 'kysely';
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

/** The number of public posts in or below each of these paths; a post in several categories counts once for each path. */
export async function pathTotals(db: Db, paths: readonly string[]): Promise<Map<string, number>> {
  if (paths.length === 0) return new Map();
  const { rows } = await sql<{ path: string; total: number }>`
    with nodes (path) as (values ${sql.join(paths.map((path) => sql`(cast(${path} as text))`))}),
      placed as (
        select id as post_id, category_id from posts where category_id is not null and active = 1
        union all
        select pc.post_id, pc.category_id from post_categories as pc
          join posts on posts.id = pc.post_id where posts.active = 1)
    select nodes.path, count(distinct placed.post_id) as total
    from nodes
    join categories as c on c.category_path = nodes.path or c.category_path like nodes.path || '.%'
    join placed on placed.category_id = c.id
    group by nodes.path`.execute(db);
  return new Map(rows.map(({ path, total }) => [path, Number(total)]));
}

const publicTags = (db: Db) =>
  db.selectFrom('listing_totals as l').where('l.kind', '=', 'tag').where('l.total', '>', 0);

/** Tags of public posts with the number of posts, by what readers see of them. */
export const tagTotals = (db: Db, page: { limit: number; offset: number }) =>
  publicTags(db)
    .innerJoin('tags as t', 't.tag_name', 'l.name')
    .select(['l.name', 't.display_name', 'l.total as count'])
    .orderBy('t.name_key')
    .orderBy('l.name')
    .limit(page.limit)
    .offset(page.offset)
    .execute();

export async function countPublicTags(db: Db): Promise<number> {
  const { total } = await publicTags(db)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}
