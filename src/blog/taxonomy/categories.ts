import type { Category } from '../../contract/categories.ts';
import { Problem } from '../../contract/errors.ts';
import type { Post } from '../../contract/posts.ts';
import { displayTerm } from '../../contract/terms.ts';
import * as messages from '../../messages/owner.ts';
import {
  categoryPathProblem,
  segments,
  segmentTitle,
  segmentTitles,
  storedTitles,
} from '../../rules/categories.ts';
import type { Viewer } from '../../rules/viewer.ts';
import * as categories from '../../store/categories.ts';
import type { PostTransaction } from '../../store/post-transaction.ts';
import { updatePost } from '../../store/posts.ts';
import { lockName } from '../../store/transaction.ts';
import { quoted } from '../activity.ts';
import type { Blog } from '../blog.ts';
import { type Change, changePosts, lockedPost } from '../posts/change-posts.ts';
import { postById } from '../posts/posts.ts';
import { presentCategory } from '../present.ts';

const noSuchCategory = () => new Problem('not_found', messages.noSuchCategory);
const alreadyExists = (path: string) => new Problem('conflict', messages.categoryExists(path));

/** Visitors do not see categories whose posts are all inactive, nor those below them. */
export async function allCategories(blog: Blog, viewer: Viewer): Promise<Category[]> {
  if (viewer.admin) return (await categories.allCategories(blog.db)).map(presentCategory);
  const all = await categories.categoriesInUse(blog.db);
  const visible = new Set(all.filter(({ active }) => active).flatMap((one) => pathsOf(one.category_path)));
  const hidden = new Set(
    all.flatMap(({ used, category_path: path }) => (used && !visible.has(path) ? [path] : [])),
  );
  return all
    .filter(({ category_path }) => !pathsOf(category_path).some((path) => hidden.has(path)))
    .map(presentCategory);
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

export function createCategory(blog: Blog, rawPath: string, title?: string): Promise<Category> {
  const path = checkedPath(rawPath);
  return changeTree(blog, async (tx) => {
    if (await categories.categoryByPath(tx.db, path)) throw alreadyExists(path);
    const above = inheritedTitles(await categories.allCategories(tx.db), path);
    const titles = title === undefined ? above : withTitle(above, path, title);
    const created = await categories.insertCategory(tx, path, storedTitles(path, titles));
    if (title !== undefined) await retitle(tx, path, title);
    return noted(presentCategory(created), `Created the category ${quoted(path)}`);
  });
}

/** Titles of the segments of a path that other categories have, too. */
export function inheritedTitles(all: readonly categories.StoredCategory[], path: string): string[] {
  return segments(path).map((segment, depth, parts) => {
    const above = parts.slice(0, depth + 1).join('.');
    const known = all.find(
      ({ category_path }) => category_path === above || category_path.startsWith(`${above}.`),
    );
    return known ? (segmentTitles(known.category_path, known.titles)[depth] ?? '') : segmentTitle(segment);
  });
}

/** The titles with another one for the last segment of this path. */
function withTitle(titles: readonly string[], path: string, title: string): string[] {
  const last = segments(path).length - 1;
  return titles.map((old, depth) => (depth === last ? displayTerm(title) : old));
}

/** Sets the title of the last segment of a path, in that category and in those below it. */
async function retitle(tx: PostTransaction, path: string, title: string): Promise<void> {
  for (const below of await categories.categoryTree(tx.db, path)) {
    const { id, category_path: at } = below;
    const titles = storedTitles(at, withTitle(segmentTitles(at, below.titles), path, title));
    if (titles === below.titles) continue;
    await categories.movePath(tx, { id, from: at, to: at, titles });
    // The page of topics depends on the list of all posts.
    tx.lists.push({ kind: 'all', name: '' });
  }
}

/** Changes path and title of a category, and with them the paths below it. */
export function renameCategory(blog: Blog, id: number, rawPath: string, title?: string): Promise<Category> {
  const path = checkedPath(rawPath);
  return changeTree(blog, async (tx) => {
    const category = await categories.categoryById(tx.db, id);
    if (!category) throw noSuchCategory();
    const old = category.category_path;
    if (path !== old) await movePaths(tx, old, path);
    if (title !== undefined) await retitle(tx, path, title);
    const renamed = (await categories.categoryById(tx.db, id)) ?? category;
    const result = presentCategory(renamed);
    if (path !== old) return noted(result, `Renamed the category ${quoted(old)} to ${quoted(path)}`);
    return renamed.titles === category.titles
      ? { result, activity: [] }
      : noted(result, `Changed the title of the category ${quoted(path)} to ${quoted(result.title)}`);
  });
}

/** Moves a category and those below it. A segment that keeps its name keeps its title. */
async function movePaths(tx: PostTransaction, old: string, path: string): Promise<void> {
  if (path.startsWith(`${old}.`)) throw new Problem('conflict', messages.categoryBelowItself);
  const all = await categories.allCategories(tx.db);
  const moving = await categories.categoryTree(tx.db, old);
  const others = all.filter(({ id }) => moving.every((below) => below.id !== id));
  const moves = moving.map(({ id, category_path: from, titles }) => {
    const to = path + from.slice(old.length);
    const had = segmentTitles(from, titles).slice(segments(old).length - 1);
    const isSameSegment = segments(old).at(-1) === segments(path).at(-1);
    const own = had.map((title, index) => (index > 0 || isSameSegment ? title : ''));
    const above = inheritedTitles(others, segments(path).slice(0, -1).join('.'));
    return { id, from, to, titles: storedTitles(to, [...above, ...own]) };
  });
  for (const move of moves) {
    checkedPath(move.to);
    const existing = await categories.categoryByPath(tx.db, move.to);
    if (existing && !moving.some(({ id }) => id === existing.id)) throw alreadyExists(move.to);
  }
  for (const move of moves) await categories.movePath(tx, move);
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
