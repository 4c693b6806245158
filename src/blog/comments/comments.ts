import type { Comment, NewComment, QueuedComment } from '../../contract/comments.ts';
import { Problem } from '../../contract/errors.ts';
import type { Db } from '../../db/open.ts';
import { commentName, commentTextProblem } from '../../rules/comments.ts';
import type { Viewer } from '../../rules/viewer.ts';
import * as comments from '../../store/comments.ts';
import { inTransaction, lockName } from '../../store/transaction.ts';
import { note, postNamed } from '../activity.ts';
import { type Blog, nowIso, postChanged } from '../blog.ts';
import { seePost } from '../posts/posts.ts';
import { addressKey, networkKey } from '../posts/votes.ts';
import { presentComment } from '../present.ts';
import { postTag } from '../reads.ts';
import { countComment, refuseFlood, refuseSuspect } from './rate-limits.ts';
import { inLesson, judgeNew, teachApproval, teachDeletion } from './spam.ts';

const noSuchComment = () => new Problem('not_found', 'There is no such comment.');

/** Who sends a comment: from where, and since when they are here (null: no page was opened, undefined: that is not known). */
export type Sender = { address: string; since: number | null | undefined };

export async function addComment(
  blog: Blog,
  viewer: Viewer,
  postId: number,
  input: NewComment,
  sender: Sender,
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
  const written = {
    post_id: postId,
    user_name: viewer.admin ? 'Admin' : visitorName(input.user_name),
    comment_text: text,
    date_added: nowIso(blog),
  };
  const comment = viewer.admin ? await addOwn(blog, written) : await takeIn(blog, written, sender);
  if (comment.approved) postChanged(blog, postId);
  return presentComment(comment);
}

type Written = Pick<Comment, 'post_id' | 'user_name' | 'comment_text' | 'date_added'>;

const addOwn = (blog: Blog, written: Written) =>
  inTransaction(blog.db, async (tx) => {
    await note(blog, tx, 'comment', `Commented on ${await postNamed(tx, written.post_id)}`);
    return comments.insertComment(tx, { ...written, approved: true });
  });

/** A visitor's comment is judged and waits. What is thought of it matters only while floods come in. */
async function takeIn(blog: Blog, written: Written, { address, since }: Sender) {
  const from = { address: addressKey(blog, address), network: networkKey(blog, address) };
  await refuseFlood(blog, blog.db, from);
  return inTransaction(blog.db, async (tx) => {
    await lockName(tx, 'comments');
    const flood = await refuseFlood(blog, tx, from);
    const seconds = since == null ? since : Math.max(0, Math.floor((blog.now().getTime() - since) / 1000));
    const judgement = await judgeNew(blog, tx, written, seconds);
    if (judgement.verdict > 0) await refuseSuspect(tx, flood);
    await countComment(blog, tx, from);
    return comments.insertComment(tx, { ...written, approved: false, ...judgement });
  });
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
  const [comment] = await approveComments(blog, [commentId], approved);
  if (!comment) throw noSuchComment();
  return comment;
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
  const changed = await inLesson(blog, async (tx) => {
    await teachApproval(tx, ids, approved);
    const set = await comments.setApprovedAll(tx, ids, approved);
    await noteEach(blog, tx, approved ? 'Approved' : 'Unapproved', set);
    return set;
  });
  blog.changed({ touches: changed.map((comment) => postTag(comment.post_id)) });
  return changed.map(presentComment);
}

export async function removeComments(blog: Blog, ids: readonly number[]): Promise<{ ids: number[] }> {
  const gone = await inLesson(blog, async (tx) => {
    await teachDeletion(tx, ids);
    const deleted = await comments.deleteComments(tx, ids);
    await noteEach(blog, tx, 'Deleted', deleted);
    return deleted;
  });
  blog.changed({ touches: gone.map((comment) => postTag(comment.post_id)) });
  return { ids: gone.map((comment) => comment.id) };
}

/** One line for each post whose comments were touched. */
async function noteEach(
  blog: Blog,
  tx: Db,
  verb: string,
  touched: readonly { post_id: number }[],
): Promise<void> {
  for (const [postId, these] of Map.groupBy(touched, ({ post_id }) => post_id)) {
    const count = these.length === 1 ? 'a comment' : `${these.length} comments`;
    await note(blog, tx, 'comment', `${verb} ${count} on ${await postNamed(tx, postId)}`);
  }
}

const suspicions = ['none', 'some', 'likely'] as const;

export async function commentQueue(
  blog: Blog,
  filter: comments.QueueFilter,
  order: comments.QueueOrder,
  page: { limit: number; offset: number },
): Promise<{ comments: QueuedComment[]; total: number }> {
  const queue = await comments.commentQueue(blog.db, filter, order, page);
  return {
    comments: queue.map((comment) => ({
      ...presentComment(comment),
      post_title: comment.post_title,
      post_title_web: comment.post_title_web,
      suspicion: suspicions[comment.verdict] ?? 'none',
      reasons: comment.reasons,
    })),
    total: await comments.countComments(blog.db, filter),
  };
}
