import { sanitize } from '../../content/document/sanitize.ts';
import type { Blog } from '../../platform/blog.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import * as messages from '../../platform/messages/owner.ts';
import { type PostText, textOf } from '../posts/api/post-fields.ts';
import type { Post } from '../posts/api/posts.ts';
import type { CurrentVersion, FullRevision, Revision } from '../posts/api/writing.ts';
import { noSuchPost, seePost } from '../posts/posts.ts';
import { derive, lookupsFor } from '../posts/rendering.ts';
import { postById } from '../posts/store/posts.ts';
import * as revisions from '../posts/store/revisions.ts';
import { changePost } from '../posts/write-posts.ts';

export async function revisionsOf(blog: Blog, viewer: Viewer, postId: number): Promise<Revision[]> {
  await seePost(blog, viewer, postId);
  return revisions.revisionsOf(blog.db, postId);
}

export async function revisionById(blog: Blog, postId: number, id: number): Promise<FullRevision> {
  const found = await revisions.revisionById(blog.db, postId, id);
  if (!found) throw new Problem('not_found', messages.noSuchRevision);
  // Sanitized again: the rules may have become stricter since it was saved.
  const content = sanitize(found.post_content);
  const language = (await postById(blog.db, postId, 'first'))?.language ?? '';
  const { shown_html } = derive(
    content,
    await lookupsFor(blog, blog.db, { post_content: content, language }, postId),
  );
  return { ...found, post_content: content, post_content_shown: shown_html ?? content };
}

/** When and by whom the current text was saved. */
export async function currentVersion(blog: Blog, viewer: Viewer, postId: number): Promise<CurrentVersion> {
  await seePost(blog, viewer, postId);
  const found = await revisions.currentVersion(blog.db, postId);
  if (!found) throw noSuchPost();
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
