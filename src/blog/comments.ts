import type { Comment, NewComment, QueuedComment } from '../contract/comments.ts';
import { Problem } from '../contract/errors.ts';
import { commentName, commentTextProblem } from '../rules/comments.ts';
import type { Viewer } from '../rules/viewer.ts';
import * as comments from '../store/comments.ts';
import { type Blog, nowIso, postChanged, postKey } from './blog.ts';
import { seePost } from './posts.ts';
import { presentComment } from './present.ts';

const noSuchComment = () => new Problem('not_found', 'There is no such comment.');

export async function addComment(
  blog: Blog,
  viewer: Viewer,
  postId: number,
  input: NewComment,
): Promise<Comment> {
  await seePost(blog, viewer, postId);
  if (input.website)
    throw new Problem(
      'invalid',
      'This looks like it was sent by a machine. Please leave the field "website" empty.',
    );
  const text = input.comment_text.trim();
  const problem = commentTextProblem(text);
  if (problem) throw new Problem('invalid', problem);
  const comment = await comments.insertComment(blog.db, {
    post_id: postId,
    user_name: viewer.admin ? 'Admin' : visitorName(input.user_name),
    comment_text: text,
    date_added: nowIso(blog),
    approved: viewer.admin,
  });
  if (comment.approved) postChanged(blog, postId);
  return presentComment(comment);
}

function visitorName(raw: string | undefined): string {
  const chosen = commentName(raw);
  if ('problem' in chosen) throw new Problem('invalid', chosen.problem);
  return chosen.name;
}

export async function approvedComments(blog: Blog, viewer: Viewer, postId: number): Promise<Comment[]> {
  await seePost(blog, viewer, postId);
  return (await comments.commentsOf(blog.db, postId, 'approved')).map(presentComment);
}

export async function allComments(blog: Blog, viewer: Viewer, postId: number): Promise<Comment[]> {
  await seePost(blog, viewer, postId);
  return (await comments.commentsOf(blog.db, postId, 'all')).map(presentComment);
}

export async function approveComment(blog: Blog, commentId: number, approved: boolean): Promise<Comment> {
  const comment = await comments.setApproved(blog.db, commentId, approved);
  if (!comment) throw noSuchComment();
  postChanged(blog, comment.post_id);
  return presentComment(comment);
}

export async function removeComment(blog: Blog, commentId: number): Promise<{ id: number }> {
  const { ids } = await removeComments(blog, [commentId]);
  if (ids.length === 0) throw noSuchComment();
  return { id: commentId };
}

/** Several at once; comments that are gone meanwhile are left out of the answer. */
export async function approveComments(
  blog: Blog,
  ids: readonly number[],
  approved: boolean,
): Promise<Comment[]> {
  const changed = await comments.setApprovedAll(blog.db, ids, approved);
  blog.changed({ touches: changed.map((comment) => postKey(comment.post_id)) });
  return changed.map(presentComment);
}

export async function removeComments(blog: Blog, ids: readonly number[]): Promise<{ ids: number[] }> {
  const gone = await comments.deleteComments(blog.db, ids);
  blog.changed({ touches: gone.map((comment) => postKey(comment.post_id)) });
  return { ids: gone.map((comment) => comment.id) };
}

export async function commentQueue(
  blog: Blog,
  filter: comments.QueueFilter,
  page: { limit: number; offset: number },
): Promise<{ comments: QueuedComment[]; total: number }> {
  const queue = await comments.commentQueue(blog.db, filter, page);
  return {
    comments: queue.map((comment) => ({
      ...presentComment(comment),
      post_title: comment.post_title,
      post_title_web: comment.post_title_web,
    })),
    total: await comments.countComments(blog.db, filter),
  };
}
