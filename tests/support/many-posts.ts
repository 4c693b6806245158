import { relistAll } from '../../src/core/posts/lists/store/listings.ts';
import type { Db } from '../../src/platform/db/open.ts';

const rowsAtOnce = 200;

/** Active posts, written without the blog because it would take too long; their lists are made. Returns their ids. */
export async function insertPosts(
  db: Db,
  count: number,
  { category_id }: { category_id: number },
): Promise<number[]> {
  const ids: number[] = [];
  for (let start = 0; start < count; start += rowsAtOnce) {
    const rows = Array.from({ length: Math.min(rowsAtOnce, count - start) }, (_, index) => ({
      post_title: `Post ${start + index}`,
      post_title_web: `post-${category_id}-${start + index}`,
      post_content: '<p>Text</p>',
      card_html: '<p>Text</p>',
      card_truncated: 0,
      description: 'Text',
      post_date: new Date(Date.UTC(2020, 0, 1) + (start + index) * 60_000).toISOString(),
      active: 1,
      category_id,
    }));
    const inserted = await db.insertInto('posts').values(rows).returning('id').execute();
    ids.push(...inserted.map(({ id }) => id));
  }
  await db.transaction().execute((tx) => relistAll(tx));
  return ids;
}

/** Which list contains which post. */
export async function listedPlaces(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('listings').select(['kind', 'name', 'post_id', 'post_date']).execute();
  return rows.map((row) => `${row.kind} ${row.name} ${row.post_id} ${row.post_date}`).sort();
}

/** Lists whose total is not the number of their posts. */
export async function wrongTotals(db: Db) {
  const counted = await db
    .selectFrom('listings')
    .select((eb) => ['kind', 'name', eb.fn.countAll<number>().as('total')])
    .groupBy(['kind', 'name'])
    .execute();
  const stored = await db
    .selectFrom('listing_totals')
    .select(['kind', 'name', 'total'])
    .where('total', '>', 0)
    .execute();
  const text = (row: { kind: string; name: string; total: number }) =>
    `${row.kind} ${row.name} ${Number(row.total)}`;
  const right = new Set(counted.map(text));
  const known = new Set(stored.map(text));
  return [...right.symmetricDifference(known)];
}
