import { Problem } from '../../contract/errors.ts';
import { type PostText, textOf } from '../../contract/post-fields.ts';
import type { Post } from '../../contract/posts.ts';
import type { FullRevision, Revision } from '../../contract/writing.ts';
import * as messages from '../../messages/owner.ts';
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
  if (!found) throw new Problem('not_found', messages.noSuchRevision);
  return found;
}

/** The text of a version, as the base of a merge. */
export async function textOfVersion(
  blog: Blog,
  viewer: Viewer,
  postId: number,
  version: number,
): Promise<PostText> {
  await seePost(blog, viewer, postId);
  const text = await revisions.textOfVersion(blog.db, postId, version);
  if (!text) throw new Problem('not_found', messages.noSuchVersion);
  return textOf(text);
}

/** Makes an earlier version the current one; the text that it replaces becomes a revision. */
export async function restoreRevision(blog: Blog, viewer: Viewer, postId: number, id: number): Promise<Post> {
  return changePost(blog, postId, textOf(await revisionById(blog, postId, id)), viewer);
}
