import { Problem } from '../../contract/errors.ts';
import type { Tag } from '../../contract/tags.ts';
import { tagProblem } from '../../rules/tags.ts';
import { relist } from '../../store/listings.ts';
import { lockPost } from '../../store/posts.ts';
import { tagById, tagPost, untagPost } from '../../store/tags.ts';
import { inTransaction } from '../../store/transaction.ts';
import { note, postNamed } from '../activity.ts';
import { type Blog, postChanged } from '../blog.ts';
import { noSuchPost } from '../posts/posts.ts';
import { indexPost } from '../posts/search.ts';

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
    await note(blog, tx, 'tag', `Tagged ${await postNamed(tx, postId)} with ${name}`);
    return { ...tagged, lists: places };
  });
  if (result.added) postChanged(blog, postId, lists);
  return result;
}

export async function removeTag(blog: Blog, id: number): Promise<{ id: number }> {
  const { post, lists } = await inTransaction(blog.db, async (tx) => {
    const tag = await tagById(tx, id);
    if (!tag || !(await lockPost(tx, tag.post_id)) || !(await untagPost(tx, id)))
      throw new Problem('not_found', 'There is no such tag on any post.');
    const { post_id: postId, tag_name } = tag;
    const places = await relist(tx, postId);
    await indexPost(tx, postId);
    await note(blog, tx, 'tag', `Removed the tag ${tag_name} from ${await postNamed(tx, postId)}`);
    return { post: postId, lists: places };
  });
  postChanged(blog, post, lists);
  return { id };
}
