import { deletionOf } from '../../core/posts/bin/deletion.ts';
import { tablesOfPosts } from '../../core/posts/bin/store/bin.ts';
import { changePosts } from '../../core/posts/change-posts.ts';
import { deletePost, lockPost } from '../../core/posts/store/posts.ts';
import { deleteFormerUrls } from '../../core/posts/store/web-titles.ts';
import { redirectsChanged } from '../../core/redirects/redirects.ts';
import { recordActivity } from '../../core/site/activity.ts';
import type { PostTransaction } from '../../core/site/store/post-transaction.ts';
import { type Blog, itself, nowIso } from '../../platform/blog.ts';
import type { Table } from '../../platform/db/catalog.ts';
import type { Db } from '../../platform/db/open.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { authorsTag, siteTag } from '../../platform/http/cache/reads.ts';
import type { JobContext, RunJob } from '../../platform/jobs/job.ts';
import * as messages from './messages/imports.ts';
import { deleteImportImages } from './store/images.ts';
import * as store from './store/imported-rows.ts';
import { deleteItems, importById, updateImport } from './store/imports.ts';
import { deleteOwnRows } from './store/own-rows.ts';
import { restoreSite } from './write-terms.ts';

const postsAtOnce = 5;
const rowsAtOnce = 200;
/** Each embedded page is looked for in all texts. */
const createdAtOnce = 20;

/**
 * Moves the posts of an import to the bin and removes what else it wrote. What was changed since stays and is listed. Each
 * batch deletes the items that it has dealt with, so an interrupted undo continues with the others.
 */
export const runUndo: RunJob = async (blog, { payload }, context) => {
  const { import: id } = payload as { import: number };
  const row = await importById(blog.db, id);
  if (row?.state !== 'undoing') return undefined;
  const actor = row.username === null ? itself : { ...itself, username: row.username };
  const undo = { blog: { ...blog, actor }, id, isOwn: row.own_rows === 1, context };
  await inSteps(undo, (tx) => deleteImportImages(tx.db, id, rowsAtOnce, { fetched: false }));
  const tables = await tablesOfPosts(blog.db);
  await inSteps(undo, (tx) => removePosts(tx, undo, row.cursor, tables));
  await inSteps(undo, (tx) => deleteImportImages(tx.db, id, rowsAtOnce, { fetched: true }));
  await inSteps(undo, (tx) => removeComments(tx, undo));
  await inSteps(undo, (tx) => store.deleteRedirects(tx.db, id, rowsAtOnce));
  if (undo.isOwn) await inSteps(undo, (tx) => deleteOwnRows(tx, id, rowsAtOnce, blog.features));
  await inSteps(undo, (tx) => store.deleteCreated(tx, id, createdAtOnce));
  await inSteps(undo, (tx) => deleteItems(tx.db, id, rowsAtOnce, { kept: false }));
  await inTransaction(blog.db, async (tx) => {
    await context.fence(tx);
    if (row.site_before !== null) await restoreSite(tx, row.site_before);
    await updateImport(tx, id, { state: 'undone', site_before: null, date_finished: nowIso(blog) });
    await recordActivity(undo.blog, tx, 'site', messages.undidWhat(row.name));
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

async function removePosts(
  tx: PostTransaction,
  undo: Undo,
  total: number,
  tables: readonly Table[],
): Promise<number> {
  const posts = await store.unsettledPosts(tx.db, undo.id, postsAtOnce);
  for (const { post_id, position } of posts) {
    await removePost(tx, undo, post_id, tables);
    undo.context.progress({ phase: 'undo', done: Math.max(0, total - position), total });
  }
  return posts.length;
}

/** Why a post stays; null when only the import has written it. */
async function keepReason(db: Db, { id }: Undo, postId: number): Promise<string | null> {
  const since = await store.changesSince(db, id, postId);
  if (!since) return null;
  if (since.edited > 0) return messages.keptChanged;
  if (since.answers > 0) return messages.keptAnswered;
  if (since.drafts > 0) return messages.keptDraft;
  return since.images > 0 ? messages.keptImages : null;
}

/** The URL of a post that goes to the bin is free again, so that the same source can be imported once more. */
async function removePost(
  tx: PostTransaction,
  undo: Undo,
  postId: number,
  tables: readonly Table[],
): Promise<void> {
  const isThere = (await lockPost(tx.db, postId)) !== undefined;
  const reason = isThere ? await keepReason(tx.db, undo, postId) : null;
  if (reason !== null) {
    await store.keepItems(tx.db, undo.id, postId, reason, messages.keptWithPost);
    return;
  }
  if (isThere) {
    await deletePost(tx, postId, deletionOf(undo.blog), tables);
    await deleteFormerUrls(tx, postId);
  }
  await store.deleteItemsOfPost(tx.db, undo.id, postId);
}

/** Comments on posts that the import did not bring. */
async function removeComments(tx: PostTransaction, { blog, id }: Undo): Promise<number> {
  const comments = await store.unsettledComments(tx.db, id, rowsAtOnce);
  const edited = await store.editedSince(tx.db, comments);
  await store.keepComments(tx.db, id, edited, messages.keptChanged);
  const others = comments.filter((comment) => !edited.includes(comment));
  const answered = await store.answeredByOthers(tx.db, id, others);
  await store.keepComments(tx.db, id, answered, messages.keptReplied);
  const unchanged = others.filter((comment) => !answered.includes(comment));
  await store.deleteImportedComments(tx, id, unchanged, nowIso(blog));
  return comments.length;
}
