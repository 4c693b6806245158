import { type Blog, nowIso } from '../../platform/blog.ts';
import { deleteInBatches } from '../../platform/db/in-batches.ts';
import { countComments } from '../../platform/db/totals.ts';
import { withReserve } from '../../platform/files/disk-reserve.ts';
import { maxQueueSnapshot, moderationBatch } from '../../platform/http/api/limits.ts';
import { Problem } from '../../platform/http/problem.ts';
import { ReaderProblem } from '../../platform/http/reader-problem.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { message } from '../../platform/messages/translate.ts';
import type { ChangeResult } from '../posts/change-posts.ts';
import { authorOf } from '../posts/post-settings.ts';
import { postNamed } from '../posts/posts.ts';
import { commentsById } from '../posts/store/comment-rows.ts';
import type { PostTransaction } from '../site/store/post-transaction.ts';
import {
  type Answer,
  type BulkModeration,
  type Comment,
  type DeletedComment,
  deletedCommentsShown,
  type QueueSnapshot,
} from './api/comments.ts';
import { activityOf, approveIn, deleteIn, present } from './comments.ts';
import * as messages from './messages.ts';
import { commentTextProblem } from './rules/comments.ts';
import { changeAndTrain, trainRestored } from './spam.ts';
import * as comments from './store/comments.ts';
import { deleteExpired, lastDeleted, restoreDeleted } from './store/deleted-comments.ts';

const day = 24 * 60 * 60 * 1000;
/** Deleted comments can be restored for this long. */
const restorableMs = day;

/** More will follow, then: a large change ends with a smaller batch. */
const isFullBatch = (ids: readonly number[]): boolean => ids.length >= moderationBatch;

/** Puts deleted comments back, and returns all of these comments that exist then. */
export async function restoreComments(blog: Blog, ids: readonly number[]): Promise<Comment[]> {
  await changeAndTrain(
    blog,
    async (tx) => {
      const restored = await restoreDeleted(tx, ids);
      if (restored.length > 0) await comments.recordAnswers(tx, restored);
      await trainRestored(tx.db, restored);
      const result = await commentsById(tx.db, restored);
      return { result, activity: await activityOf(tx.db, 'restored', result) };
    },
    { isOneOfMany: isFullBatch(ids) },
  );
  const found = await commentsById(blog.db, ids);
  return present(
    blog,
    found.sort((a, b) => a.id - b.id),
  );
}

/** Those that can still be restored. */
export const deletedComments = ({ db }: Blog): Promise<DeletedComment[]> =>
  lastDeleted(db, deletedCommentsShown);

/** The owner's answer, which approves the comment in the same transaction if asked. */
export async function answerComment(
  blog: Blog,
  viewer: Viewer,
  commentId: number,
  { comment_text, approve = false }: Answer,
): Promise<Comment> {
  const text = comment_text.trim();
  const problem = commentTextProblem(text);
  if (problem) throw new ReaderProblem('invalid', problem);
  const added = await changeAndTrain(blog, async (tx) => {
    const [found] = await commentsById(tx.db, [commentId]);
    if (!found) throw new Problem('not_found', messages.noSuchComment);
    if (!found.approved && !approve) throw new Problem('conflict', messages.approveFirst);
    const approved = found.approved ? [] : (await approveIn(tx, [commentId], true)).activity;
    const result = await comments.insertComment(tx, {
      post_id: found.post_id,
      user_name: 'Admin',
      comment_text: text,
      date_added: nowIso(blog),
      approved: true,
      user_id: await authorOf(tx, viewer),
      parent_id: commentId,
    });
    const what = message('Answered a comment on {post}', { post: await postNamed(tx.db, found.post_id) });
    return { result, activity: [...approved, { kind: 'comment', what }] };
  });
  const [comment] = await present(blog, [added]);
  if (!comment) throw new Problem('not_found', messages.noSuchComment);
  return comment;
}

export const deleteExpiredComments = (blog: Blog): Promise<void> => {
  const before = new Date(blog.now().getTime() - restorableMs).toISOString();
  return deleteInBatches((size) => deleteExpired(blog.db, before, size));
};

/** Exactly the comments that match at this moment: those that arrive or are rated anew later are not among them. */
export async function queueSnapshot(blog: Blog, filter: comments.QueueFilter): Promise<QueueSnapshot> {
  const ids = await comments.queuedIds(blog.db, filter, maxQueueSnapshot);
  const total = ids.length < maxQueueSnapshot ? ids.length : await countComments(blog.db, filter);
  return { ids, total };
}

/** One batch of a change of many comments. */
export async function moderateMany(blog: Blog, change: BulkModeration): Promise<{ ids: number[] }> {
  const moderate = () =>
    changeAndTrain(blog, (tx) => moderateIn(blog, tx, change), { isOneOfMany: isFullBatch(change.ids) });
  const changed = await (change.for_good ? withReserve(blog, moderate) : moderate());
  return { ids: changed.map(({ id }) => id) };
}

/** With `state`, comments that were approved or unapproved meanwhile, in another window, are left alone. */
export async function moderateIn(
  blog: Blog,
  tx: PostTransaction,
  { action, ids, state, for_good = false }: BulkModeration,
): Promise<ChangeResult<{ id: number }[]>> {
  const chosen = state === undefined ? ids : await comments.idsInState(tx, ids, state === 'approved');
  if (chosen.length === 0) return { result: [], activity: [] };
  if (action === 'approve' || action === 'unapprove') return approveIn(tx, chosen, action === 'approve');
  return deleteIn(tx, blog, chosen, action === 'spam' ? 'spam' : 'unwanted', for_good);
}
