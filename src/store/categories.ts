import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { PostTransaction } from './post-transaction.ts';

export type StoredCategory = { id: number; category_path: string; titles: string };

const categoryColumns = ['id', 'category_path', 'titles'] as const;

export function allCategories(db: Db) {
  return db.selectFrom('categories').select(categoryColumns).orderBy('category_path').execute();
}

/** All categories, with whether they contain any post and any active post. */
export async function categoriesInUse(db: Db) {
  const posts = (active: RawBuilder<unknown>) =>
    sql<number>`case when exists (select 1 from posts where posts.category_id = categories.id ${active})
      or exists (select 1 from post_categories as pc join posts on posts.id = pc.post_id
        where pc.category_id = categories.id ${active})
      then 1 else 0 end`;
  const rows = await db
    .selectFrom('categories')
    .select([...categoryColumns, posts(sql``).as('used'), posts(sql`and active = 1`).as('active')])
    .orderBy('category_path')
    .execute();
  return rows.map((row) => ({ ...row, used: row.used === 1, active: row.active === 1 }));
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

/** Whether a path has this segment, which must not contain wildcards of `like`. */
export async function segmentExists(db: Db, segment: string): Promise<boolean> {
  const category = await db
    .selectFrom('categories')
    .select('id')
    .where(sql`'.' || category_path || '.'`, 'like', `%.${segment}.%`)
    .executeTakeFirst();
  return category !== undefined;
}

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

/** Changes the path of a category, and with it the lists of the posts in it. */
export async function movePath(
  tx: PostTransaction,
  { id, from, to, titles }: { id: number; from: string; to: string; titles: string },
): Promise<void> {
  tx.lists.push(...listsOf(from), ...listsOf(to));
  await tx.db.updateTable('categories').set({ category_path: to, titles }).where('id', '=', id).execute();
  for (const postId of await postsIn(tx.db, id)) tx.follow(postId, 'page', 'lists');
}

/** The posts of a category, as their main one or a further one. */
async function postsIn(db: Db, id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('posts')
    .select('id as post_id')
    .where('category_id', '=', id)
    .union(db.selectFrom('post_categories').select('post_id').where('category_id', '=', id))
    .execute();
  return rows.map(({ post_id }) => post_id);
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
export async function countCategories(db: Db, ids?: readonly number[]): Promise<number> {
  const { total } = await db
    .selectFrom('categories')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .$if(ids !== undefined, (query) => query.where('id', 'in', [...(ids ?? [])]))
    .executeTakeFirstOrThrow();
  return total;
}
