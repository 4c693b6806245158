import type { Category } from '../../contract/categories.ts';
import { Problem } from '../../contract/errors.ts';
import type { Post } from '../../contract/posts.ts';
import type { Db } from '../../db/open.ts';
import { categoryPathProblem } from '../../rules/categories.ts';
import type { Viewer } from '../../rules/viewer.ts';
import * as categories from '../../store/categories.ts';
import { relist } from '../../store/listings.ts';
import { lockPost, updatePost } from '../../store/posts.ts';
import { inTransaction, lockName } from '../../store/transaction.ts';
import { note, postNamed, quoted } from '../activity.ts';
import { type Blog, postChanged } from '../blog.ts';
import { noSuchPost, postById } from '../posts/posts.ts';
import { type CacheTag, listTag, postTag } from '../reads.ts';

const noSuchCategory = () => new Problem('not_found', 'There is no such category.');
const taken = (path: string) => new Problem('conflict', `There is a category "${path}" already.`);

/** Visitors are not told of categories, and those below them, that only inactive posts are in. */
export async function allCategories(blog: Blog, viewer: Viewer): Promise<Category[]> {
  if (viewer.admin) return categories.allCategories(blog.db);
  const all = await categories.categoriesInUse(blog.db);
  const shown = new Set(all.filter(({ active }) => active).flatMap((one) => pathsOf(one.category_path)));
  const hidden = new Set(
    all.flatMap(({ used, category_path: path }) => (used && !shown.has(path) ? [path] : [])),
  );
  return all
    .filter(({ category_path }) => !pathsOf(category_path).some((path) => hidden.has(path)))
    .map(({ id, category_path }) => ({ id, category_path }));
}

/** The path of a category and those of all above it. */
const pathsOf = (path: string): string[] =>
  path.split('.').map((_, index, parts) => parts.slice(0, index + 1).join('.'));

function checkedPath(path: string): string {
  const problem = categoryPathProblem(path);
  if (problem) throw new Problem('invalid', problem);
  return path;
}

/** Changes of the tree follow each other. */
const changeTree = <Result>(blog: Blog, work: (tx: Db) => Promise<Result>): Promise<Result> =>
  inTransaction(blog.db, async (tx) => {
    await lockName(tx, 'categories');
    return work(tx);
  });

export function createCategory(blog: Blog, rawPath: string): Promise<Category> {
  const path = checkedPath(rawPath);
  return changeTree(blog, async (tx) => {
    if (await categories.categoryByPath(tx, path)) throw taken(path);
    await note(blog, tx, 'category', `Created the category ${quoted(path)}`);
    return categories.insertCategory(tx, path);
  });
}

/** Renaming carries the paths below along. */
export async function renameCategory(blog: Blog, id: number, rawPath: string): Promise<Category> {
  const path = checkedPath(rawPath);
  const touches: CacheTag[] = [];
  const renamed = await changeTree(blog, async (tx) => {
    const category = await categories.categoryById(tx, id);
    if (!category) throw noSuchCategory();
    const old = category.category_path;
    if (path === old) return category;
    if (path.startsWith(`${old}.`)) throw new Problem('conflict', 'A category cannot move below itself.');

    const moving = await categories.categoryTree(tx, old);
    const moves = moving.map((below) => ({
      id: below.id,
      path: path + below.category_path.slice(old.length),
    }));
    for (const move of moves) {
      checkedPath(move.path);
      const there = await categories.categoryByPath(tx, move.path);
      if (there && !moving.some(({ id }) => id === there.id)) throw taken(move.path);
    }
    for (const move of moves) await categories.movePath(tx, move.id, move.path);
    await note(blog, tx, 'category', `Renamed the category ${quoted(old)} to ${quoted(path)}`);
    const posts = await categories.postsInCategories(
      tx,
      moves.map((move) => move.id),
    );
    for (const postId of posts) touches.push(postTag(postId), ...(await relist(tx, postId)).map(listTag));
    return { id, category_path: path };
  });
  blog.changed({ touches });
  return renamed;
}

export function removeCategory(blog: Blog, id: number): Promise<{ id: number }> {
  return changeTree(blog, async (tx) => {
    const category = await categories.categoryById(tx, id);
    if (!category) throw noSuchCategory();
    if (await categories.categoryInUse(tx, id))
      throw new Problem('conflict', 'Posts use this category. Give them another one first.');
    await categories.deleteCategory(tx, id);
    await note(blog, tx, 'category', `Deleted the category ${quoted(category.category_path)}`);
    return { id };
  });
}

/** Category 0 takes the post out of its category. */
export async function setCategory(
  blog: Blog,
  viewer: Viewer,
  postId: number,
  categoryId: number,
): Promise<Post> {
  const lists = await changeTree(blog, async (tx) => {
    if (!(await lockPost(tx, postId))) throw noSuchPost();
    const category = categoryId === 0 ? null : await categories.categoryById(tx, categoryId);
    if (category === undefined) throw noSuchCategory();
    await updatePost(tx, postId, { category_id: category?.id ?? null });
    const post = await postNamed(tx, postId);
    const what = category
      ? `Put ${post} into ${quoted(category.category_path)}`
      : `Took ${post} out of its category`;
    await note(blog, tx, 'category', what);
    return relist(tx, postId);
  });
  postChanged(blog, postId, lists);
  return postById(blog, viewer, postId);
}
