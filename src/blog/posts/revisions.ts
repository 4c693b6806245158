import { Problem } from '../../contract/errors.ts';
import type { Post } from '../../contract/posts.ts';
import type { FullRevision, Revision } from '../../contract/writing.ts';
import type { Viewer } from '../../rules/viewer.ts';
import * as revisions from '../../store/revisions.ts';
import type { Blog } from '../blog.ts';
import { seePost } from './posts.ts';
import { changePost } from './write-posts.ts';

export async function revisionsOf(blog: Blog, viewer: Viewer, postId: number): Promise<Revision[]> {
  await seePost(blog, viewer, postId);
  return revisions.revisionsOf(blog.db, postId);
}

export async function revisionById(blog: Blog, postId: number, id: number): Promise<FullRevision> {
  const found = await revisions.revisionById(blog.db, postId, id);
  if (!found) throw new Problem('not_found', 'There is no such version of this post.');
  return found;
}

/** Makes an earlier version the present one; what it takes the place of becomes an earlier version itself. */
export async function restoreRevision(blog: Blog, viewer: Viewer, postId: number, id: number): Promise<Post> {
  const { post_title, post_content } = await revisionById(blog, postId, id);
  return changePost(blog, postId, { post_title, post_content }, viewer);
}
