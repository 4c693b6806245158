import type { BulkModeration, Comment, QueueSnapshot } from '../../contract/comments.ts';
import { queueSnapshotMax } from '../../contract/limits.ts';
import { deleteInBatches } from '../../db/in-batches.ts';
import * as comments from '../../store/comments.ts';
import { forgetDeleted, restoreDeleted } from '../../store/deleted-comments.ts';
import type { Blog } from '../blog.ts';
import { activityOf, approveIn, deleteIn, present } from './comments.ts';
import { changeAndTrain, trainRestored } from './spam.ts';

const day = 24 * 60 * 60 * 1000;
/** Deleted comments can be restored for this long. */
const restorableMs = day;

/** Puts deleted comments back, and returns all of these comments that exist then. */
export async function restoreComments(blog: Blog, ids: readonly number[]): Promise<Comment[]> {
  await changeAndTrain(blog, async (tx) => {
    const restored = await restoreDeleted(tx, ids);
    if (restored.length > 0) await comments.noteAnswers(tx, restored);
    await trainRestored(tx.db, restored);
    const result = await comments.commentsById(tx.db, restored);
    return { result, activity: await activityOf(tx.db, 'Restored', result) };
  });
  const found = await comments.commentsById(blog.db, ids);
  return present(
    blog,
    found.sort((a, b) => a.id - b.id),
  );
}

export const forgetDeletedComments = (blog: Blog): Promise<void> => {
  const before = new Date(blog.now().getTime() - restorableMs).toISOString();
  return deleteInBatches((size) => forgetDeleted(blog.db, before, size));
};

/** Exactly the comments that match at this moment: those that arrive or are rated anew later are not among them. */
export async function queueSnapshot(blog: Blog, filter: comments.QueueFilter): Promise<QueueSnapshot> {
  const ids = await comments.queuedIds(blog.db, filter, queueSnapshotMax);
  const total = ids.length < queueSnapshotMax ? ids.length : await comments.countComments(blog.db, filter);
  return { ids, total };
}

/**
 * One batch of a change of many comments. With `state`, comments that were approved or unapproved meanwhile, in another
 * window, are left alone.
 */
export async function moderateMany(
  blog: Blog,
  { action, ids, state }: BulkModeration,
): Promise<{ ids: number[] }> {
  const changed = await changeAndTrain(blog, async (tx) => {
    const chosen = state === undefined ? ids : await comments.idsInState(tx, ids, state === 'approved');
    if (chosen.length === 0) return { result: [], activity: [] };
    if (action === 'approve' || action === 'unapprove') return approveIn(tx, chosen, action === 'approve');
    return deleteIn(tx, blog, chosen, action === 'spam' ? 'spam' : 'unwanted');
  });
  return { ids: changed.map(({ id }) => id) };
}
