import { sql } from 'kysely';
import type { Migration } from '../migration.ts';
import { type Counted, keepTotal } from '../total-triggers.ts';

/**
 * Lists of large sites. Posts are also listed by category for the owner (`filed`, `inactive-filed`, by the id of the category)
 * and by each path at or above their categories (`path`), so that these lists have an order and a total. `listing_months`
 * divides totals by month: a page far down a list is found by adding up months instead of reading all rows above it.
 * Triggers keep `totals`, whichever program writes.
 */
export const up: Migration = async (db, { kind, month, tableOptions }) => {
  const statements = [
    // Only topics are read in random order.
    sql`drop index listings_by_shuffle`,
    sql`create index listings_by_shuffle on listings (name, shuffle, post_id) where kind = 'topic'`,
    sql`insert into listings (kind, name, post_date, post_id, shuffle)
        select case when p.active = 1 then 'filed' else 'inactive-filed' end, c.name, p.post_date, p.id, 0
        from (
          select id as post_id, cast(coalesce(category_id, 0) as text) as name from posts where kind = 'post'
          union select post_id, cast(category_id as text) from post_categories
        ) as c join posts as p on p.id = c.post_id
        where p.kind = 'post'`,
  ];
  for (const statement of statements) await statement.execute(db);

  const categories = await db.selectFrom('categories').select(['id', 'category_path']).execute();
  const below = new Map<string, number[]>();
  for (const { id, category_path } of categories) {
    const segments = category_path.split('.');
    for (const depth of segments.keys()) {
      const path = segments.slice(0, depth + 1).join('.');
      below.set(path, [...(below.get(path) ?? []), id]);
    }
  }
  for (const [path, ids] of below)
    await sql`insert into listings (kind, name, post_date, post_id, shuffle)
      select 'path', cast(${path} as text), p.post_date, p.id, 0
      from (
        select id as post_id from posts where category_id in (${sql.join(ids)})
        union select post_id from post_categories where category_id in (${sql.join(ids)})
      ) as c join posts as p on p.id = c.post_id
      where p.active = 1 and p.kind = 'post'`.execute(db);

  const totals = [
    sql`insert into listing_totals (kind, name, total)
        select kind, name, count(*) from listings where kind in ('filed', 'inactive-filed', 'path')
        group by kind, name`,
    sql`create index listing_totals_by_total on listing_totals (kind, total desc, name)`,
    sql`create table listing_months (
      kind text not null,
      name text not null,
      month text not null,
      total integer not null,
      primary key (kind, name, month)
    ) ${tableOptions}`,
    sql`insert into listing_months (kind, name, month, total)
        select kind, name, ${month(sql`post_date`)}, count(*) from listings
        where kind in ('all', 'inactive', 'category', 'tag', 'filed', 'inactive-filed')
        group by kind, name, ${month(sql`post_date`)}`,
    sql`drop index tags_by_name_key`,
    sql`create index tags_by_name_key on tags (name_key, tag_name)`,
    // Several rows for one total on PostgreSQL, so that transactions that add to it seldom wait for each other.
    sql`create table totals (
      name text not null,
      slot integer not null,
      total ${sql.raw(kind === 'postgres' ? 'bigint' : 'integer')} not null,
      primary key (name, slot)
    ) ${tableOptions}`,
  ];
  for (const statement of totals) await statement.execute(db);
  for (const one of counted) await keepTotal(db, kind, one);
};

const counted: readonly Counted[] = [
  {
    table: 'comments',
    what: 'comments',
    name: (row) => `'comments:' || ${row}.approved || ':' || ${row}.verdict`,
    amount: () => '1',
    columns: ['approved', 'verdict'],
  },
  { table: 'images', what: 'images', name: () => `'images'`, amount: () => '1', columns: [] },
  {
    table: 'images',
    what: 'image_bytes',
    name: () => `'image_bytes'`,
    amount: (row) => `${row}.bytes`,
    columns: ['bytes'],
  },
  {
    table: 'posts',
    what: 'votes',
    name: () => `'votes'`,
    amount: (row) => `${row}.vote_count`,
    columns: ['vote_count'],
  },
];
