import type { Blog } from '../../platform/blog.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { presentCategory } from './present.ts';
import type { Category } from './terms/api/categories.ts';
import * as categories from './terms/store/categories.ts';

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
