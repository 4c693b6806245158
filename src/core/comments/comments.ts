import { shortened } from '../../content/document/truncate.ts';
import { type Blog, nowIso } from '../../platform/blog.ts';
import type { Db } from '../../platform/db/open.ts';
import { countComments } from '../../platform/db/totals.ts';
import { lockName } from '../../platform/db/transaction.ts';
import type { AddedComment } from '../../platform/events.ts';
import { withReserve } from '../../platform/files/disk-reserve.ts';
import { commentsAtOnce } from '../../platform/http/api/limits.ts';
import { Problem } from '../../platform/http/problem.ts';
import { ReaderProblem } from '../../platform/http/reader-problem.ts';
import { ipKey, networkKey } from '../../platform/http/request/visitor-keys.ts';
import { urls } from '../../platform/http/urls.ts';
import { maySee, type Viewer } from '../../platform/http/viewer.ts';
import { startJobs } from '../../platform/jobs/add-job.ts';
import { type Message, message, pluralMessage } from '../../platform/messages/translate.ts';
import { keyedHash } from '../../platform/process/keyed-hash.ts';
import { type Authors, readAuthors } from '../accounts/profiles/authors.ts';
import { changePosts } from '../posts/change-posts.ts';
import { authorOf } from '../posts/post-settings.ts';
import { noSuchPost, postNamed, seePost } from '../posts/posts.ts';
import { presentComment } from '../posts/present.ts';
import { closesAt } from '../posts/rules/closes-at.ts';
import type { StoredComment } from '../posts/store/comment-rows.ts';
import { commentsById } from '../posts/store/comment-rows.ts';
import { postHead } from '../posts/store/posts.ts';
import type { Activity } from '../site/activity.ts';
import type { PostTransaction } from '../site/store/post-transaction.ts';
import type { Comment, NewComment, QueuedComment } from './api/comments.ts';
import { noSuchComment } from './messages.ts';
import { trustLevelOf } from './people.ts';
import { checkRateLimits, countComment, isRejecting, rejectSuspiciousUnderLoad } from './rate-limits.ts';
import { authorUrl, commentName, commentTextProblem } from './rules/comments.ts';
import { changeAndTrain, scoreNew, trainApproval, trainAsSpam, trainDeletion } from './spam.ts';
import { commentOfForm, deleteOldForms, recordForm } from './store/comment-forms.ts';
import * as comments from './store/comments.ts';

const notFound = () => new Problem('not_found', noSuchComment);

/**
 * The sender's IP address, when the page was opened (null: no page was opened, undefined: unknown), and the id in the cookie of
 * the browser.
 */
export type CommentSender = { address: string; since: number | null | undefined; browser?: string };

/** The path of the page of a post; null: there is none. */
export async function pathOfPost(blog: Blog, postId: number): Promise<string | null> {
  const post = await postHead(blog.db, postId);
  return post ? urls.post(post.post_title_web) : null;
}

export async function addComment(
  blog: Blog,
  viewer: Viewer,
  postId: number,
  input: NewComment,
  sender: CommentSender,
): Promise<Comment> {
  const post = await postHead(blog.db, postId);
  const authors = await readAuthors(blog);
  if (!post || !maySee(viewer, post)) throw noSuchPost();
  const { close_comments_days } = authors.site;
  // The owner still answers the comments of an old post.
  const isOpen = viewer.admin
    ? post.comments_open === 1 || input.parent_id
    : isOpenNow(blog, post, close_comments_days);
  if (!isOpen) throw new ReaderProblem('conflict', ({ commentsClosed }) => commentsClosed);
  if (input.website) throw new ReaderProblem('invalid', (messages) => messages.commentHoneypotFilled);
  const text = input.comment_text.trim();
  const problem = commentTextProblem(text);
  if (problem) throw new ReaderProblem('invalid', problem);
  const written = {
    post_id: postId,
    user_name: viewer.admin ? 'Admin' : visitorName(input.user_name, authors),
    comment_text: text,
    date_added: nowIso(blog),
    parent_id: input.parent_id ?? null,
    author_url: viewer.admin ? null : visitorUrl(input.author_url),
  };
  const { form_id } = input;
  const comment = viewer.admin
    ? await addOwn(blog, viewer, written, form_id)
    : await addForApproval(blog, written, sender, await whatFollows(blog, input), form_id);
  return presentComment(comment, authors);
}

type Following = (tx: Db, comment: AddedComment) => Promise<void>;

async function whatFollows(blog: Blog, input: NewComment): Promise<Following[]> {
  const following = [];
  for (const { on } of blog.features) following.push(await on?.commentSent?.(blog, input));
  return following.filter((one) => one != null);
}

/** Adds the comment, unless an earlier request with the same form has added it. New comments follow each other meanwhile. */
async function once(
  tx: PostTransaction,
  written: Written,
  formId: string | undefined,
  add: () => Promise<StoredComment>,
): Promise<StoredComment> {
  await lockName(tx.db, 'comments');
  const earlier = formId === undefined ? undefined : await commentOfForm(tx.db, formId);
  if (earlier === undefined) {
    const added = await add();
    if (formId !== undefined) await recordForm(tx.db, formId, added.id, written.date_added);
    return added;
  }
  const comment = (await comments.commentById(tx.db, earlier)) ?? unstored(written, earlier);
  // Text that the reader has changed since is not dropped silently.
  if (comment.comment_text !== written.comment_text || comment.post_id !== written.post_id)
    throw new ReaderProblem('conflict', ({ formSentBefore }) => formSentBefore);
  return comment;
}

type Written = Pick<
  StoredComment,
  'post_id' | 'user_name' | 'comment_text' | 'date_added' | 'parent_id' | 'author_url'
>;

const isOpenNow = (blog: Blog, post: Parameters<typeof closesAt>[0], days: number): boolean =>
  blog.now().getTime() < closesAt(post, days);

/** Readers reply to what they see; it may have been deleted or unapproved meanwhile. */
async function requireParent(tx: PostTransaction, { parent_id, post_id }: Written): Promise<void> {
  if (parent_id === null) return;
  const parent = await comments.commentById(tx.db, parent_id);
  if (!parent?.approved || parent.post_id !== post_id)
    throw new ReaderProblem('conflict', ({ parentGone }) => parentGone);
}

const addOwn = (blog: Blog, viewer: Viewer, written: Written, formId: string | undefined) =>
  changePosts(blog, async (tx) => {
    const activity: Activity[] = [];
    const result = await once(tx, written, formId, async () => {
      await requireParent(tx, written);
      const user_id = await authorOf(tx, viewer);
      activity.push({
        kind: 'comment',
        what: message('Commented on {post}', { post: await postNamed(tx.db, written.post_id) }),
      });
      return comments.insertComment(tx, { ...written, approved: true, user_id });
    });
    return { result, activity };
  });

/** A reader, for as long as the browser keeps the cookie: the database cannot tell the cookie from it. */
export const browserPerson = (blog: Blog, browser: string): string =>
  `browser:${keyedHash(blog.keys.addresses, `browser ${browser}`)}`;

/**
 * A visitor's comment waits for approval, unless the owner trusts the person. The spam verdict rejects it only while the site is
 * flooded. A blocked one is answered as if it waited, so that the sender does not try another way.
 */
async function addForApproval(
  blog: Blog,
  written: Written,
  { address, since, browser }: CommentSender,
  following: readonly Following[],
  formId: string | undefined,
) {
  const from = { address: ipKey(blog, address), network: networkKey(blog, address) };
  if (isRejecting(blog)) await checkRateLimits(blog, blog.db, from);
  const add = async (tx: PostTransaction): Promise<StoredComment> => {
    const { db } = tx;
    const load = await checkRateLimits(blog, db, from);
    await requireParent(tx, written);
    const seconds = since == null ? since : Math.max(0, Math.floor((blog.now().getTime() - since) / 1000));
    const score = await scoreNew(blog, db, written, seconds);
    const person = browser === undefined ? null : browserPerson(blog, browser);
    const { user_name, comment_text, author_url } = written;
    const texts = [user_name, comment_text, author_url ?? ''];
    const trustLevel = await trustLevelOf(db, { person, address: from.address, texts });
    const approved = trustLevel === 'trusted';
    if (score.verdict > 0 && !approved) await rejectSuspiciousUnderLoad(db, load);
    await countComment(db, from, written.date_added);
    if (trustLevel === 'blocked') return unstored(written, await comments.unusedId(tx));
    const result = await comments.insertComment(tx, {
      ...written,
      ...score,
      approved,
      user_id: null,
      person,
      ...(approved ? { features: null } : { address: from.address }),
    });
    const isSuspicious = score.verdict > 0 && !approved;
    for (const follow of following) await follow(db, { id: result.id, visitor: from.address, isSuspicious });
    return result;
  };
  const addOnce = async (tx: PostTransaction) => ({
    result: await once(tx, written, formId, () => add(tx)),
    activity: [],
  });
  const added = await changePosts(blog, addOnce);
  if (following.length > 0) startJobs(blog);
  return added;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Requests are repeated within seconds, or when a browser restores a page. */
export const deleteExpiredForms = (blog: Blog): Promise<void> =>
  deleteOldForms(blog.db, new Date(blog.now().getTime() - dayMs).toISOString());

const unstored = (written: Written, id: number): StoredComment => ({
  ...written,
  id,
  approved: false,
  user_id: null,
  source: 'local',
  origin_url: null,
  origin_id: null,
  date_edited: null,
});

function visitorUrl(raw: string | null | undefined): string | null {
  if (!raw?.trim()) return null;
  const url = authorUrl(raw);
  if (url === null) throw new ReaderProblem('invalid', ({ authorUrlInvalid }) => authorUrlInvalid);
  return url;
}

function visitorName(raw: string | undefined, { all }: Authors): string {
  const chosen = commentName(
    raw,
    all.map(({ display_name }) => display_name),
  );
  if ('problem' in chosen) throw new ReaderProblem('invalid', chosen.problem);
  return chosen.name;
}

export async function present(blog: Blog, found: readonly StoredComment[]): Promise<Comment[]> {
  const authors = await readAuthors(blog);
  return found.map((comment) => presentComment(comment, authors));
}

type Part = { limit: number; offset: number };
const firstPart: Part = { limit: commentsAtOnce, offset: 0 };

/** Oldest first, with how many there are in all. */
export async function commentsOf(
  blog: Blog,
  viewer: Viewer,
  postId: number,
  which: 'approved' | 'all',
  part: Part = firstPart,
): Promise<{ comments: Comment[]; total: number }> {
  await seePost(blog, viewer, postId);
  const found = await present(blog, await comments.commentsOf(blog.db, postId, which, part));
  const isWhole = part.offset === 0 && found.length < part.limit;
  const total = isWhole ? found.length : await comments.countCommentsOf(blog.db, postId, which);
  return { comments: found, total };
}

export async function approveComment(blog: Blog, commentId: number, approved: boolean): Promise<Comment> {
  const [comment] = await approveComments(blog, [commentId], approved);
  if (!comment) throw notFound();
  return comment;
}

export async function removeComment(
  blog: Blog,
  commentId: number,
  isForGood = false,
): Promise<{ id: number }> {
  const { ids } = await removeComments(blog, [commentId], undefined, isForGood);
  if (ids.length === 0) throw notFound();
  return { id: commentId };
}

/** The owner changes the text of a comment, which stays approved or waiting. */
export async function editComment(blog: Blog, commentId: number, typed: string): Promise<Comment> {
  const comment_text = typed.trim();
  const problem = commentTextProblem(comment_text);
  if (problem) throw new ReaderProblem('invalid', problem);
  const changed = await changeAndTrain(blog, async (tx) => {
    const [before] = await commentsById(tx.db, [commentId]);
    if (!before) throw notFound();
    if (before.comment_text === comment_text) return { result: before, activity: [] };
    // What it trained the filter with is no longer its text.
    await trainApproval(tx.db, [commentId], false);
    const values = { comment_text, date_edited: nowIso(blog) };
    const result = await comments.setCommentText(tx, commentId, values);
    if (!result) throw notFound();
    return { result, activity: await activityOf(tx.db, 'edited', [result]) };
  });
  const [comment] = await present(blog, [changed]);
  if (!comment) throw notFound();
  return comment;
}

/** Comments that were deleted in the meantime are left out of the result. */
export async function approveComments(
  blog: Blog,
  ids: readonly number[],
  approved: boolean,
): Promise<Comment[]> {
  return present(blog, await changeAndTrain(blog, (tx) => approveIn(tx, ids, approved)));
}

export async function approveIn(tx: PostTransaction, ids: readonly number[], approved: boolean) {
  const allowed = approved ? await comments.withoutReports(tx.db, ids) : ids;
  await trainApproval(tx.db, allowed, approved);
  const result = await comments.setApprovedAll(tx, allowed, approved);
  return { result, activity: await activityOf(tx.db, approved ? 'approved' : 'unapproved', result) };
}

/** What the spam filter learns from deleted comments: nothing, spam, or (unless it is said) spam from those that wait. */
export type DeletedAs = 'unwanted' | 'spam' | undefined;

export async function removeComments(
  blog: Blog,
  ids: readonly number[],
  as?: DeletedAs,
  isForGood = false,
): Promise<{ ids: number[] }> {
  const remove = () => changeAndTrain(blog, (tx) => deleteIn(tx, blog, ids, as, isForGood));
  const deleted = await (isForGood ? withReserve(blog, remove) : remove());
  return { ids: deleted.map((comment) => comment.id) };
}

export async function deleteIn(
  tx: PostTransaction,
  blog: Blog,
  ids: readonly number[],
  as: DeletedAs,
  isForGood: boolean,
) {
  if (as === 'spam') await trainAsSpam(tx.db, ids);
  if (as === undefined) await trainDeletion(tx.db, ids);
  const result = await comments.deleteComments(tx, ids, nowIso(blog), isForGood);
  const verb = as === 'spam' ? 'spam' : 'deleted';
  return { result, activity: await activityOf(tx.db, verb, result) };
}

type CommentChange = 'approved' | 'unapproved' | 'edited' | 'deleted' | 'spam' | 'restored';

function changedComments(change: CommentChange, count: number, post: Message): Message {
  switch (change) {
    case 'approved':
      return pluralMessage(
        count,
        { one: 'Approved a comment on {post}', other: 'Approved {count} comments on {post}' },
        { post },
      );
    case 'unapproved':
      return pluralMessage(
        count,
        { one: 'Unapproved a comment on {post}', other: 'Unapproved {count} comments on {post}' },
        { post },
      );
    case 'edited':
      return message('Edited a comment on {post}', { post });
    case 'deleted':
      return pluralMessage(
        count,
        { one: 'Deleted a comment on {post}', other: 'Deleted {count} comments on {post}' },
        { post },
      );
    case 'spam':
      return pluralMessage(
        count,
        { one: 'Deleted as spam a comment on {post}', other: 'Deleted as spam {count} comments on {post}' },
        { post },
      );
    case 'restored':
      return pluralMessage(
        count,
        { one: 'Restored a comment on {post}', other: 'Restored {count} comments on {post}' },
        { post },
      );
  }
}

/** One entry for each post whose comments changed. */
export async function activityOf(db: Db, change: CommentChange, changed: readonly { post_id: number }[]) {
  const entries: Activity[] = [];
  for (const [postId, these] of Map.groupBy(changed, ({ post_id }) => post_id)) {
    const post = await postNamed(db, postId);
    entries.push({ kind: 'comment', what: changedComments(change, these.length, post) });
  }
  return entries;
}

const excerptLength = 80;

const suspicions = ['none', 'some', 'likely'] as const;

export async function commentQueue(
  blog: Blog,
  filter: comments.QueueFilter,
  order: comments.QueueOrder,
  page: { limit: number; offset: number },
): Promise<{ comments: QueuedComment[]; total: number }> {
  const queue = await comments.commentQueue(blog.db, filter, order, page);
  const authors = await readAuthors(blog);
  return {
    comments: queue.map((comment) => ({
      ...presentComment(comment, authors),
      post_title: comment.post_title,
      post_title_web: comment.post_title_web,
      suspicion: suspicions[comment.verdict] ?? 'none',
      reasons: comment.reasons,
      person_state: comment.personState,
      address_known: comment.isAddressKnown,
      parent: comment.parent && {
        user_name: comment.parent.user_name,
        excerpt: shortened(comment.parent.text, excerptLength),
      },
    })),
    total: await countComments(blog.db, filter),
  };
}
