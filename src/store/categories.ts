import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { PostTransaction } from './post-transaction.ts';

export function allCategories(db: Db) {
  return db.selectFrom('categories').select(['id', 'category_path']).orderBy('category_path').execute();
}

/** All categories, with whether they contain any post and any active post. */
export async function categoriesInUse(db: Db) {
  const posts = (active: RawBuilder<unknown>) =>
    sql<number>`case when exists (select 1 from posts where posts.category_id = categories.id ${active})
      then 1 else 0 end`;
  const rows = await db
    .selectFrom('categories')
    .select(['id', 'category_path', posts(sql``).as('used'), posts(sql`and active = 1`).as('active')])
    .orderBy('category_path')
    .execute();
  return rows.map((row) => ({ ...row, used: row.used === 1, active: row.active === 1 }));
}

export function categoryById(db: Db, id: number) {
  return db.selectFrom('categories').select(['id', 'category_path']).where('id', '=', id).executeTakeFirst();
}

export function categoryByPath(db: Db, path: string) {
  return db
    .selectFrom('categories')
    .select(['id', 'category_path'])
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
    .select(['id', 'category_path'])
    .where((eb) => eb.or([eb('category_path', '=', path), eb('category_path', 'like', `${path}.%`)]))
    .orderBy(sql`length(category_path)`)
    .execute();
}

const listsOf = (path: string) => path.split('.').map((name) => ({ kind: 'category' as const, name }));

export function insertCategory(tx: PostTransaction, path: string) {
  tx.lists.push(...listsOf(path));
  return tx.db
    .insertInto('categories')
    .values({ category_path: path })
    .returning(['id', 'category_path'])
    .executeTakeFirstOrThrow();
}

/** Changes the path of a category, and with it the lists of the posts in it. */
export async function movePath(
  tx: PostTransaction,
  { id, from, to }: { id: number; from: string; to: string },
): Promise<void> {
  tx.lists.push(...listsOf(from), ...listsOf(to));
  await tx.db.updateTable('categories').set({ category_path: to }).where('id', '=', id).execute();
  const posts = await tx.db.selectFrom('posts').select('id').where('category_id', '=', id).execute();
  for (const post of posts) tx.follow(post.id, 'page', 'lists');
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
    .select(sql.lit(1).as('one'))
    .where('category_id', '=', id)
    .limit(1)
    .execute();
  return found.length > 0;
}

export async function countCategories(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('categories')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}
