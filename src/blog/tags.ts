import { Problem } from '../contract/errors.ts';
import type { Tag } from '../contract/tags.ts';
import { tagProblem } from '../rules/tags.ts';
import { relist } from '../store/listings.ts';
import { lockPost } from '../store/posts.ts';
import { postOfTag, tagPost, untagPost } from '../store/tags.ts';
import { inTransaction } from '../store/transaction.ts';
import type { Blog } from './blog.ts';
import { noSuchPost } from './posts.ts';
import { indexPost } from './search.ts';

export async function addTag(
  blog: Blog,
  postId: number,
  name: string,
): Promise<{ tag: Tag; added: boolean }> {
  return inTransaction(blog.db, async (tx) => {
    if (!(await lockPost(tx, postId))) throw noSuchPost();
    const problem = tagProblem(name);
    if (problem) throw new Problem('invalid', problem);
    const result = await tagPost(tx, postId, name);
    if (result.added) {
      await relist(tx, postId);
      await indexPost(tx, postId);
    }
    return result;
  });
}

export async function removeTag(blog: Blog, id: number): Promise<{ id: number }> {
  return inTransaction(blog.db, async (tx) => {
    const postId = await postOfTag(tx, id);
    if (postId === undefined || !(await lockPost(tx, postId)) || !(await untagPost(tx, id)))
      throw new Problem('not_found', 'There is no such tag on any post.');
    await relist(tx, postId);
    await indexPost(tx, postId);
    return { id };
  });
}
