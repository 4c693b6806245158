import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/open.ts';
import { prepared } from '../../../../platform/db/prepared.ts';
import { countRows, isFound } from '../../../../platform/db/results.ts';
import type { PostTransaction } from '../../../site/store/post-transaction.ts';

export type StoredCategory = { id: number; category_path: string; titles: string; description: string };

const categoryColumns = ['id', 'category_path', 'titles', 'description'] as const;

export function allCategories(db: Db) {
  return db.selectFrom('categories').select(categoryColumns).orderBy('category_path').execute();
}

/** All categories, with whether they contain any post and any active post. */
export async function categoriesInUse(db: Db) {
  const has = (kind: 'filed' | 'inactive-filed') =>
    sql<number>`case when exists (select 1 from listing_totals as l where l.kind = ${sql.lit(kind)}
      and l.name = cast(categories.id as text) and l.total > 0) then 1 else 0 end`;
  const rows = await db
    .selectFrom('categories')
    .select([...categoryColumns, has('filed').as('filed'), has('inactive-filed').as('inactive')])
    .orderBy('category_path')
    .execute();
  return rows.map(({ filed, inactive, ...row }) => ({
    ...row,
    used: filed + inactive > 0,
    active: filed === 1,
  }));
}

export function categoryById(db: Db, id: number) {
  return db.selectFrom('categories').select(categoryColumns).where('id', '=', id).executeTakeFirst();
}

export function categoryByPath(db: Db, path: string) {
  return db
    .selectFrom('categories')
    .select(categoryColumns)
    .where('category_path', '=', path)
    .executeTakeFirst();
}

/** What the owner wrote about a category whose last segment this is, which must not contain wildcards of `like`. */
export async function descriptionOfSegment(db: Db, segment: string): Promise<string> {
  const [found] = await descriptions(db, `%.${segment}`);
  return found?.description ?? '';
}

const descriptions = prepared((db, pattern: string) =>
  db
    .selectFrom('categories')
    .select('description')
    // First, because few have one.
    .where('description', '<>', '')
    .where(sql`'.' || category_path`, 'like', pattern)
    .orderBy('id')
    .limit(sql.lit(1)),
);

/** Whether a path has this segment, which must not contain wildcards of `like`. */
export const segmentExists = (db: Db, segment: string): Promise<boolean> =>
  isFound(
    db
      .selectFrom('categories')
      .select('id')
      .where(sql`'.' || category_path || '.'`, 'like', `%.${segment}.%`),
  );

/** The category and those below it, parents first. */
export function categoryTree(db: Db, path: string) {
  return db
    .selectFrom('categories')
    .select(categoryColumns)
    .where((eb) => eb.or([eb('category_path', '=', path), eb('category_path', 'like', `${path}.%`)]))
    .orderBy(sql`length(category_path)`)
    .execute();
}

const listsOf = (path: string) => path.split('.').map((name) => ({ kind: 'category' as const, name }));

export function insertCategory(tx: PostTransaction, path: string, titles = ''): Promise<StoredCategory> {
  tx.lists.push(...listsOf(path));
  return tx.db
    .insertInto('categories')
    .values({ category_path: path, titles })
    .returning(categoryColumns)
    .executeTakeFirstOrThrow();
}

export async function setDescription(
  tx: PostTransaction,
  { id, category_path }: StoredCategory,
  description: string,
): Promise<void> {
  tx.lists.push(...listsOf(category_path));
  await tx.db.updateTable('categories').set({ description }).where('id', '=', id).execute();
}

export type CategoryMove = { id: number; from: string; to: string; titles: string };

/** Changes path and titles of a category. When the path changes, the lists of its posts have to follow (`relistCategories`). */
export async function movePath(tx: PostTransaction, { id, to, titles }: CategoryMove): Promise<void> {
  await tx.db
    .updateTable('categories')
    .set({ category_path: to, titles, moving_to: null })
    .where('id', '=', id)
    .execute();
  // Cards, lists, menus and topics show it, and it may have very many posts.
  tx.everyPage = true;
}

/** From now on posts of this category are in the lists of both paths when they are saved; null: only in those of its own. */
export async function setMovingTo(tx: PostTransaction, id: number, path: string | null): Promise<void> {
  await tx.db.updateTable('categories').set({ moving_to: path }).where('id', '=', id).execute();
}

/** Where these categories are being moved to. */
export async function movingTo(db: Db, ids: readonly number[]): Promise<Map<number, string | null>> {
  const rows = await db
    .selectFrom('categories')
    .select(['id', 'moving_to'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, moving_to }) => [id, moving_to]));
}

const uses = (db: Db, ids: readonly number[]) => ({
  main: db
    .selectFrom('posts')
    .select('id as post_id')
    .where('category_id', 'in', [...ids]),
  further: db
    .selectFrom('post_categories')
    .select('post_id')
    .where('category_id', 'in', [...ids]),
});

/** The posts in any of these categories, as their main one or a further one, in the order of their ids. */
export async function postsIn(db: Db, ids: readonly number[]): Promise<number[]> {
  const { main, further } = uses(db, ids);
  const rows = await main.union(further).orderBy('post_id').execute();
  return rows.map(({ post_id }) => post_id);
}

/** Whether more posts than these are in the categories; a post in several of them counts for each. */
export async function haveMorePosts(db: Db, ids: readonly number[], than: number): Promise<boolean> {
  const { main, further } = uses(db, ids);
  return (
    (
      await main
        .unionAll(further)
        .limit(than + 1)
        .execute()
    ).length > than
  );
}

/** Sets the categories of a post besides its main one, which is left out. Returns whether that changed anything. */
export async function setFurtherCategories(
  tx: PostTransaction,
  postId: number,
  categoryIds: readonly number[],
): Promise<boolean> {
  const { db } = tx;
  const { category_id: main } = await db
    .selectFrom('posts')
    .select('category_id')
    .where('id', '=', postId)
    .executeTakeFirstOrThrow();
  const wanted = [...new Set(categoryIds)].filter((id) => id !== main).sort((a, b) => a - b);
  const rows = await db
    .selectFrom('post_categories')
    .select('category_id')
    .where('post_id', '=', postId)
    .execute();
  const had = rows.map(({ category_id }) => category_id);
  const added = wanted.filter((id) => !had.includes(id));
  const gone = had.filter((id) => !wanted.includes(id));
  if (gone.length > 0)
    await db
      .deleteFrom('post_categories')
      .where('post_id', '=', postId)
      .where('category_id', 'in', gone)
      .execute();
  if (added.length > 0)
    await db
      .insertInto('post_categories')
      .values(added.map((category_id) => ({ post_id: postId, category_id })))
      .execute();
  if (added.length + gone.length === 0) return false;
  tx.follow(postId, 'page', 'lists');
  return true;
}

/** A main category is not a further one as well. */
export async function dropFurtherCategory(
  tx: PostTransaction,
  postId: number,
  categoryId: number,
): Promise<void> {
  await tx.db
    .deleteFrom('post_categories')
    .where('post_id', '=', postId)
    .where('category_id', '=', categoryId)
    .execute();
}

export async function deleteCategory(
  tx: PostTransaction,
  { id, category_path }: { id: number; category_path: string },
): Promise<void> {
  tx.lists.push(...listsOf(category_path));
  await tx.db.deleteFrom('categories').where('id', '=', id).execute();
}

export async function categoryInUse(db: Db, id: number): Promise<boolean> {
  const found = await db
    .selectFrom('posts')
    .select('id as post_id')
    .where('category_id', '=', id)
    .unionAll(db.selectFrom('post_categories').select('post_id').where('category_id', '=', id))
    .limit(1)
    .execute();
  return found.length > 0;
}

/** How many categories there are, or how many of these ids exist. */
export const countCategories = (db: Db, ids: readonly number[]): Promise<number> =>
  countRows(db.selectFrom('categories').where('id', 'in', [...ids]));
