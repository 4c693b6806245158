import type { Blog } from '../../platform/blog.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { pagesHaveNoCategory } from '../../platform/messages/owner.ts';
import { message } from '../../platform/messages/translate.ts';
import type { Post } from '../posts/api/posts.ts';
import { lockedPost } from '../posts/change-posts.ts';
import { postById } from '../posts/posts.ts';
import { presentCategory } from '../posts/present.ts';
import { updatePost } from '../posts/store/posts.ts';
import type { Category } from '../posts/terms/api/categories.ts';
import * as categories from '../posts/terms/store/categories.ts';
import { named, titled } from '../site/activity.ts';
import { storedTitles } from '../site/category-paths.ts';
import {
  alreadyExists,
  changeTree,
  checkedPath,
  inheritedTitles,
  inTree,
  noSuchCategory,
  noted,
  retitle,
  withTitle,
} from './change-tree.ts';
import { categoryInUse } from './messages.ts';

export function createCategory(
  blog: Blog,
  rawPath: string,
  title?: string,
  description = '',
): Promise<Category> {
  const path = checkedPath(rawPath);
  return changeTree(blog, async (tx) => {
    if (await categories.categoryByPath(tx.db, path)) throw alreadyExists(path);
    const above = inheritedTitles(await categories.allCategories(tx.db), path);
    const titles = title === undefined ? above : withTitle(above, path, title);
    const created = await categories.insertCategory(tx, path, storedTitles(path, titles));
    if (title !== undefined) await retitle(tx, path, title);
    if (description !== '') await categories.setDescription(tx, created, description);
    return noted(
      presentCategory({ ...created, description }),
      message('Created the category "{path}"', { path: titled(path) }),
    );
  });
}

export function removeCategory(blog: Blog, id: number): Promise<{ id: number }> {
  return changeTree(blog, async (tx) => {
    const category = await categories.categoryById(tx.db, id);
    if (!category) throw noSuchCategory();
    if (await categories.categoryInUse(tx.db, id)) throw new Problem('conflict', categoryInUse);
    await categories.deleteCategory(tx, category);
    return noted({ id }, message('Deleted the category "{path}"', { path: titled(category.category_path) }));
  });
}

/** Category 0 removes the post from its category. */
export async function setCategory(
  blog: Blog,
  viewer: Viewer,
  postId: number,
  categoryId: number,
): Promise<Post> {
  await inTree(blog, async (tx) => {
    const post = await lockedPost(tx, postId);
    if (post.kind === 'page' && categoryId !== 0) throw new Problem('conflict', pagesHaveNoCategory);
    const category = categoryId === 0 ? null : await categories.categoryById(tx.db, categoryId);
    if (category === undefined) throw noSuchCategory();
    await updatePost(tx, postId, { category_id: category?.id ?? null });
    const name = named(post);
    return noted(
      undefined,
      category
        ? message('Put {post} into "{path}"', { post: name, path: titled(category.category_path) })
        : message('Took {post} out of its category', { post: name }),
    );
  });
  return postById(blog, viewer, postId);
}
