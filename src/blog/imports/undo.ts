import type { Db } from '../../db/open.ts';
import * as messages from '../../messages/imports.ts';
import { erasablePost, erasePost } from '../../store/erase-posts.ts';
import { deleteImportImages } from '../../store/import-images.ts';
import * as store from '../../store/imported-rows.ts';
import { importById, updateImport } from '../../store/imports.ts';
import { deleteOwnRows } from '../../store/own-rows.ts';
import type { PostTransaction } from '../../store/post-transaction.ts';
import { lockPost } from '../../store/posts.ts';
import { inTransaction } from '../../store/transaction.ts';
import { note } from '../activity.ts';
import { type Blog, itself, nowIso } from '../blog.ts';
import type { JobContext, RunJob } from '../jobs/job.ts';
import { changePosts } from '../posts/change-posts.ts';
import { authorsTag, siteTag } from '../reads.ts';
import { redirectsChanged } from '../site/redirects.ts';
import { restoreSite } from './write-terms.ts';

const postsAtOnce = 5;
const rowsAtOnce = 200;

/**
 * Removes what an import wrote, rows and all, as if it had never been. What was changed since stays and is listed. Each batch
 * deletes the items that it has dealt with, so an interrupted undo continues with the others.
 */
export const runUndo: RunJob = async (blog, { payload }, context) => {
  const { import: id } = payload as { import: number };
  const row = await importById(blog.db, id);
  if (row?.state !== 'undoing') return undefined;
  const actor = row.username === null ? itself : { ...itself, username: row.username };
  const undo = { blog: { ...blog, actor }, id, isOwn: row.own_rows === 1, context };
  await inSteps(undo, (tx) => deleteImportImages(tx.db, id, rowsAtOnce));
  await removePosts(undo, row.cursor);
  await inSteps(undo, (tx) => removeComments(tx, id));
  await inSteps(undo, (tx) => store.deleteRedirects(tx.db, id, rowsAtOnce));
  if (undo.isOwn) await inSteps(undo, (tx) => deleteOwnRows(tx, id, rowsAtOnce));
  await inSteps(undo, (tx) => store.deleteCreated(tx, id, rowsAtOnce));
  await inSteps(undo, (tx) => store.deleteSettledItems(tx.db, id, rowsAtOnce));
  await inTransaction(blog.db, async (tx) => {
    await context.fence(tx);
    if (row.site_before !== null) await restoreSite(tx, row.site_before);
    await updateImport(tx, id, { state: 'undone', site_before: null, date_finished: nowIso(blog) });
    await note(undo.blog, tx, 'site', messages.undidWhat(row.name));
  });
  redirectsChanged(blog);
  blog.changed({ touches: [siteTag, authorsTag] });
  return undefined;
};

type Undo = { blog: Blog; id: number; isOwn: boolean; context: JobContext };

/** Repeats a step, each in a transaction of its own, until it finds nothing left to do. */
async function inSteps(
  { blog, context }: Undo,
  step: (tx: PostTransaction) => Promise<number>,
): Promise<void> {
  for (let handled = 1; handled > 0; ) {
    handled = await changePosts(blog, async (tx) => {
      await context.fence(tx.db);
      return { result: await step(tx), activity: [] };
    });
    context.signal.throwIfAborted();
  }
}

async function removePosts(undo: Undo, total: number): Promise<void> {
  const { blog, id, context } = undo;
  for (;;) {
    const posts = await store.unsettledPosts(blog.db, id, postsAtOnce);
    const last = posts.at(-1);
    if (!last) return;
    // A post with very many comments is emptied in several steps.
    for (const { post_id } of posts)
      if ((await keepReason(blog.db, undo, post_id)) === null) await removeCommentsOf(undo, post_id);
    await changePosts(blog, async (tx) => {
      await context.fence(tx.db);
      for (const { post_id } of posts) await removePost(tx, undo, post_id);
      return { result: undefined, activity: [] };
    });
    context.progress({ phase: 'undo', done: Math.max(0, total - last.position), total });
    context.signal.throwIfAborted();
  }
}

/** Why a post stays; null when only the import has written it. */
async function keepReason(db: Db, { id, isOwn }: Undo, postId: number): Promise<string | null> {
  const post = await erasablePost(db, id, postId);
  if (!post) return null;
  if (post.version !== post.post_version) return messages.keptChanged;
  return !isOwn && (post.vote_count > 0 || post.own_comments > 0) ? messages.keptAnswered : null;
}

async function removePost(tx: PostTransaction, undo: Undo, postId: number): Promise<void> {
  const isThere = (await lockPost(tx.db, postId)) !== undefined;
  const reason = isThere ? await keepReason(tx.db, undo, postId) : null;
  if (reason !== null) {
    await store.keepItems(tx.db, undo.id, postId, reason, messages.keptWithPost);
    return;
  }
  if (isThere) await erasePost(tx, postId);
  await store.deleteItemsOfPost(tx.db, undo.id, postId);
}

async function removeCommentsOf({ blog, id, context }: Undo, postId: number): Promise<void> {
  for (;;) {
    const ids = await store.commentsOfPost(blog.db, id, postId, rowsAtOnce);
    if (ids.length < rowsAtOnce) return;
    await changePosts(blog, async (tx) => {
      await context.fence(tx.db);
      await store.eraseComments(tx, id, ids);
      return { result: undefined, activity: [] };
    });
    context.signal.throwIfAborted();
  }
}

/** Comments on posts that the import did not bring. */
async function removeComments(tx: PostTransaction, id: number): Promise<number> {
  const comments = await store.unsettledComments(tx.db, id, rowsAtOnce);
  const answered = await store.answeredByOthers(tx.db, id, comments);
  await store.keepComments(tx.db, id, answered, messages.keptReplied);
  await store.eraseComments(
    tx,
    id,
    comments.filter((comment) => !answered.includes(comment)),
  );
  return comments.length;
}
