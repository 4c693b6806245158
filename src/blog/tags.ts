import { Problem } from '../contract/errors.ts';
import type { Tag } from '../contract/tags.ts';
import { tagProblem } from '../rules/tags.ts';
import { relist } from '../store/listings.ts';
import { lockPost } from '../store/posts.ts';
import { postOfTag, tagPost, untagPost } from '../store/tags.ts';
import { inTransaction } from '../store/transaction.ts';
import { type Blog, postChanged } from './blog.ts';
import { noSuchPost } from './posts.ts';
import { indexPost } from './search.ts';

export async function addTag(
  blog: Blog,
  postId: number,
  name: string,
): Promise<{ tag: Tag; added: boolean }> {
  const { lists, ...result } = await inTransaction(blog.db, async (tx) => {
    if (!(await lockPost(tx, postId))) throw noSuchPost();
    const problem = tagProblem(name);
    if (problem) throw new Problem('invalid', problem);
    const tagged = await tagPost(tx, postId, name);
    if (!tagged.added) return { ...tagged, lists: [] };
    const places = await relist(tx, postId);
    await indexPost(tx, postId);
    return { ...tagged, lists: places };
  });
  if (result.added) postChanged(blog, postId, lists);
  return result;
}

export async function removeTag(blog: Blog, id: number): Promise<{ id: number }> {
  const { post, lists } = await inTransaction(blog.db, async (tx) => {
    const postId = await postOfTag(tx, id);
    if (postId === undefined || !(await lockPost(tx, postId)) || !(await untagPost(tx, id)))
      throw new Problem('not_found', 'There is no such tag on any post.');
    const places = await relist(tx, postId);
    await indexPost(tx, postId);
    return { post: postId, lists: places };
  });
  postChanged(blog, post, lists);
  return { id };
}
