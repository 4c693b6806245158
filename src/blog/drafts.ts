import type { Draft, NewDraft } from '../contract/writing.ts';
import { sanitise } from '../document/sanitise.ts';
import type { Viewer } from '../rules/viewer.ts';
import * as drafts from '../store/drafts.ts';
import { type Blog, nowIso } from './blog.ts';
import { seePost } from './posts.ts';

type KeptDraft = { draft: Draft | null };

const ownerOf = (viewer: Viewer, postId: number) => ({
  post_id: postId,
  user_id: viewer.admin ? viewer.userId : 0,
});

/** What this administrator typed into the post and did not save. */
export async function draftOf(blog: Blog, viewer: Viewer, postId: number): Promise<KeptDraft> {
  await seePost(blog, viewer, postId);
  return { draft: (await drafts.draftOf(blog.db, ownerOf(viewer, postId))) ?? null };
}

export async function keepDraft(
  blog: Blog,
  viewer: Viewer,
  postId: number,
  input: NewDraft,
): Promise<KeptDraft> {
  await seePost(blog, viewer, postId);
  const draft = { ...input, post_content: sanitise(input.post_content), date: nowIso(blog) };
  await drafts.keepDraft(blog.db, ownerOf(viewer, postId), draft);
  return { draft };
}

export async function forgetDraft(blog: Blog, viewer: Viewer, postId: number): Promise<KeptDraft> {
  await seePost(blog, viewer, postId);
  await drafts.deleteDraft(blog.db, ownerOf(viewer, postId));
  return { draft: null };
}
