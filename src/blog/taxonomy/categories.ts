import type { Category } from '../../contract/categories.ts';
import { Problem } from '../../contract/errors.ts';
import type { Post } from '../../contract/posts.ts';
import * as messages from '../../messages/owner.ts';
import { categoryPathProblem } from '../../rules/categories.ts';
import type { Viewer } from '../../rules/viewer.ts';
import * as categories from '../../store/categories.ts';
import type { PostTransaction } from '../../store/post-transaction.ts';
import { updatePost } from '../../store/posts.ts';
import { lockName } from '../../store/transaction.ts';
import { quoted } from '../activity.ts';
import type { Blog } from '../blog.ts';
import { type Change, changePosts, lockedPost } from '../posts/change-posts.ts';
import { postById } from '../posts/posts.ts';

const noSuchCategory = () => new Problem('not_found', messages.noSuchCategory);
const alreadyExists = (path: string) => new Problem('conflict', messages.categoryExists(path));

/** Visitors do not see categories whose posts are all inactive, nor those below them. */
export async function allCategories(blog: Blog, viewer: Viewer): Promise<Category[]> {
  if (viewer.admin) return categories.allCategories(blog.db);
  const all = await categories.categoriesInUse(blog.db);
  const visible = new Set(all.filter(({ active }) => active).flatMap((one) => pathsOf(one.category_path)));
  const hidden = new Set(
    all.flatMap(({ used, category_path: path }) => (used && !visible.has(path) ? [path] : [])),
  );
  return all
    .filter(({ category_path }) => !pathsOf(category_path).some((path) => hidden.has(path)))
    .map(({ id, category_path }) => ({ id, category_path }));
}

/** The path of a category and those of its ancestors. */
const pathsOf = (path: string): string[] =>
  path.split('.').map((_, index, parts) => parts.slice(0, index + 1).join('.'));

function checkedPath(path: string): string {
  const problem = categoryPathProblem(path);
  if (problem) throw new Problem('invalid', problem);
  return path;
}

/** Serializes changes of the category tree. */
const changeTree = <Result>(
  blog: Blog,
  work: (tx: PostTransaction) => Promise<Change<Result>>,
): Promise<Result> =>
  changePosts(blog, async (tx) => {
    await lockName(tx.db, 'categories');
    return work(tx);
  });

/** The result of a change, with its entry in the activity log. */
const noted = <Result>(result: Result, what: string): Change<Result> => ({
  result,
  activity: [{ kind: 'category', what }],
});

export function createCategory(blog: Blog, rawPath: string): Promise<Category> {
  const path = checkedPath(rawPath);
  return changeTree(blog, async (tx) => {
    if (await categories.categoryByPath(tx.db, path)) throw alreadyExists(path);
    const created = await categories.insertCategory(tx, path);
    return noted(created, `Created the category ${quoted(path)}`);
  });
}

/** Renames a category and the paths below it. */
export function renameCategory(blog: Blog, id: number, rawPath: string): Promise<Category> {
  const path = checkedPath(rawPath);
  return changeTree(blog, async (tx) => {
    const category = await categories.categoryById(tx.db, id);
    if (!category) throw noSuchCategory();
    const old = category.category_path;
    if (path === old) return { result: category, activity: [] };
    if (path.startsWith(`${old}.`)) throw new Problem('conflict', messages.categoryBelowItself);

    const moving = await categories.categoryTree(tx.db, old);
    const moves = moving.map((below) => ({
      id: below.id,
      from: below.category_path,
      to: path + below.category_path.slice(old.length),
    }));
    for (const move of moves) {
      checkedPath(move.to);
      const existing = await categories.categoryByPath(tx.db, move.to);
      if (existing && !moving.some(({ id }) => id === existing.id)) throw alreadyExists(move.to);
    }
    for (const move of moves) await categories.movePath(tx, move);
    return noted({ id, category_path: path }, `Renamed the category ${quoted(old)} to ${quoted(path)}`);
  });
}

export function removeCategory(blog: Blog, id: number): Promise<{ id: number }> {
  return changeTree(blog, async (tx) => {
    const category = await categories.categoryById(tx.db, id);
    if (!category) throw noSuchCategory();
    if (await categories.categoryInUse(tx.db, id)) throw new Problem('conflict', messages.categoryInUse);
    await categories.deleteCategory(tx, category);
    return noted({ id }, `Deleted the category ${quoted(category.category_path)}`);
  });
}

/** Category 0 removes the post from its category. */
export async function setCategory(
  blog: Blog,
  viewer: Viewer,
  postId: number,
  categoryId: number,
): Promise<Post> {
  await changeTree(blog, async (tx) => {
    const post = await lockedPost(tx, postId);
    if (post.kind === 'page' && categoryId !== 0) throw new Problem('conflict', messages.pagesHaveNoCategory);
    const category = categoryId === 0 ? null : await categories.categoryById(tx.db, categoryId);
    if (category === undefined) throw noSuchCategory();
    await updatePost(tx, postId, { category_id: category?.id ?? null });
    const title = quoted(post.post_title);
    return noted(
      undefined,
      category
        ? `Put the post ${title} into ${quoted(category.category_path)}`
        : `Took the post ${title} out of its category`,
    );
  });
  return postById(blog, viewer, postId);
}
