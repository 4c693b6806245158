import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Blog } from '../../platform/blog.ts';
import { linkTag, listTag, postTag, translationsTag } from '../../platform/http/cache/reads.ts';
import { startJobs, wakeJob } from '../../platform/jobs/add-job.ts';
import { applyVisibility } from '../images/image-files.ts';
import { type Activity, recordActivity } from '../site/activity.ts';
import { type Consequence, inPostTransaction, type PostTransaction } from '../site/store/post-transaction.ts';
import { bodyFields, titleFields } from './api/post-fields.ts';
import { markAnnounced } from './channels/store.ts';
import { relist } from './lists/store/listings.ts';
import { noSuchPost } from './posts.ts';
import { expiredRevisions } from './rules/revision-retention.ts';
import { indexWords } from './search/rules/search.ts';
import { dropSearchEntry, putSearchEntry, searchablePost } from './search/store/search.ts';
import { lockPost } from './store/posts.ts';
import { deleteRevisions, revisionsOf } from './store/revisions.ts';
import { followGroup } from './store/translations.ts';
import { searchableText } from './text.ts';

/** What a change returns, and its entries in the activity log: none where readers act, or where nothing was changed. */
export type ChangeResult<Result> = { result: Result; activity: readonly Activity[] };

/**
 * The only way to change posts and what readers see of them: store functions that do so need the transaction that is made
 * here. Listings, search index, revisions and the activity log follow in the transaction; cached pages and image files
 * follow after the commit. Before its longer parts it yields to the event loop, because cached pages need no database: on
 * SQLite a whole publication would otherwise delay them.
 */
export async function changePosts<Result>(
  blog: Blog,
  work: (tx: PostTransaction) => Promise<ChangeResult<Result>>,
): Promise<Result> {
  const carryOut = async (tx: PostTransaction) => {
    const { result, activity } = await work(tx);
    // In one order everywhere, so that two transactions rarely wait for each other.
    const changed = [...tx.posts].sort(([a], [b]) => a - b);
    for (const [id, consequences] of changed) {
      if (consequences.has('revision')) await deleteSurplusRevisions(blog, tx, id);
      if (consequences.has('search')) await yieldToEventLoop().then(() => indexPost(tx, id));
      if (consequences.has('link')) await yieldToEventLoop().then(() => followGroup(tx, id));
    }
    const listed = changed.filter(([, consequences]) => consequences.has('lists'));
    await relist(
      tx,
      listed.map(([id]) => id),
    );
    for (const { kind, what } of activity) await recordActivity(blog, tx.db, kind, what);
    let hasJobs = await announceChanges(blog, tx);
    for (const { on } of blog.features) if (await on?.postsChanged?.(blog, tx)) hasJobs = true;
    return { tx, result, hasJobs };
  };
  await yieldToEventLoop();
  const { tx, result, hasJobs } = await inPostTransaction(blog.db, (tx) =>
    blog.bulk ? blog.bulk.during(tx.db, () => carryOut(tx)) : carryOut(tx),
  );
  invalidate(blog, tx);
  if (hasJobs) startJobs(blog);
  await applyVisibility(blog, tx.files);
  return result;
}

/** Other servers are notified of changed posts and answers, if the owner wants it. */
async function announceChanges(blog: Blog, { db, posts, answers }: PostTransaction): Promise<boolean> {
  const changed = [...posts].filter(([, consequences]) => announced.some((one) => consequences.has(one)));
  const ids = changed.map(([id]) => id);
  const arePosts = await markAnnounced(db, 'post', ids);
  const areAnswers = await markAnnounced(db, 'answer', [...answers]);
  if (arePosts || areAnswers) await wakeJob(blog, db, 'announce');
  return arePosts || areAnswers;
}

/** Not votes, and not comments on the page. */
const announced: readonly Consequence[] = ['link', 'lists', 'search', 'revision', 'mail'];

/** The post, locked until the transaction ends, so that two changes of one post follow each other. */
export async function lockedPost(tx: PostTransaction, id: number) {
  const post = await lockPost(tx.db, id);
  if (!post) throw noSuchPost();
  return post;
}

function invalidate(blog: Blog, tx: PostTransaction): void {
  const { touches, harmless } = touchedBy(tx);
  const { everyPage } = tx;
  if (touches.length > 0 || everyPage) blog.changed({ touches, everyPage });
  if (harmless.length > 0) blog.changed({ touches: harmless, isHarmless: true });
}

/** The cache tags that a transaction touches, unless it changes every page. */
export function touchedBy({ posts, lists, groups }: PostTransaction) {
  const idsWith = (consequence: Consequence) =>
    [...posts].filter(([, consequences]) => consequences.has(consequence)).map(([id]) => id);
  return {
    touches: [
      ...idsWith('page').map(postTag),
      ...idsWith('link').map(linkTag),
      ...lists.map(listTag),
      ...[...groups].map(translationsTag),
    ],
    harmless: [...idsWith('comment'), ...idsWith('votes')].map(postTag),
  };
}

async function indexPost(tx: PostTransaction, id: number): Promise<void> {
  const post = await searchablePost(tx.db, id);
  if (!post) return dropSearchEntry(tx, id);
  const text = searchableText(bodyFields, post);
  await putSearchEntry(tx, id, {
    title: indexWords(searchableText(titleFields, post)),
    tags: post.tags.flatMap(indexWords),
    body: indexWords(text),
    text,
  });
}

async function deleteSurplusRevisions(blog: Blog, tx: PostTransaction, id: number): Promise<void> {
  const tooMany = expiredRevisions(await revisionsOf(tx.db, id), blog.now());
  await deleteRevisions(
    tx.db,
    tooMany.map((revision) => revision.id),
  );
}
