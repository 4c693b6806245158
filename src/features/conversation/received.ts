import { cutAtCharacter } from '../../content/document/truncate.ts';
import { visible } from '../../core/accounts/names.ts';
import { readAuthors } from '../../core/accounts/profiles/authors.ts';
import { type TrustLevel, trustLevelOf } from '../../core/comments/people.ts';
import { isQueueFull } from '../../core/comments/rate-limits.ts';
import { authorUrl, importedName } from '../../core/comments/rules/comments.ts';
import { scoreNew, undoTraining } from '../../core/comments/spam.ts';
import { eraseComments, insertComment } from '../../core/comments/store/comments.ts';
import { changePosts } from '../../core/posts/change-posts.ts';
import { closesAt } from '../../core/posts/rules/closes-at.ts';
import { commentsById } from '../../core/posts/store/comment-rows.ts';
import { postHead } from '../../core/posts/store/posts.ts';
import { readSite } from '../../core/site/site.ts';
import type { PostTransaction } from '../../core/site/store/post-transaction.ts';
import { type Blog, nowIso } from '../../platform/blog.ts';
import type { ReactionKind, RemoteSource } from '../../platform/db/schema.ts';
import { maxCommentLength, maxImportedCommentLength, originIdBytes } from '../../platform/http/api/limits.ts';
import { cleanText } from '../../platform/http/api/plain-text.ts';
import { maySee, visitor } from '../../platform/http/viewer.ts';
import { deleteReaction, insertReaction } from './store/reactions.ts';
import * as received from './store/received-comments.ts';

/** A comment that was written on another server. Everything in it is untrusted. */
export type ReceivedComment = {
  postId: number;
  source: RemoteSource;
  /** Identifies it for ever, over all sources: the URL of the source, an ActivityPub id, an at:// URI. */
  originId: string;
  /** Where a reader can see it. */
  originUrl: string | null;
  /** What it replies to, by its `originId`; the owner's answers have one, too. Null: to the post. */
  parentOriginId: string | null;
  /** What it replies to, if it names a comment of this site by its permalink. */
  parentId?: number | null;
  /** Who wrote it, for ever: the URL of the actor, the author's site or a DID. */
  person: string;
  authorName: string;
  authorUrl: string | null;
  /** Plain text. */
  text: string;
  date: string;
};

/** Likes and reposts are counted beside votes. */
export type ReceivedReaction = {
  postId: number;
  kind: ReactionKind;
  source: RemoteSource;
  originId: string;
  person: string;
  authorName: string;
  authorUrl: string | null;
  date: string;
};

type Outcome = 'waiting' | 'approved' | 'unchanged' | 'refused';

/**
 * Stores a comment, or changes the text of one that was received before. It waits for approval, unless the owner trusts the
 * person; a changed text of an approved comment waits again, unless the person is trusted, and meanwhile readers do not see the
 * comment. Refused: the person, a word or the post's comments are blocked or closed, the owner deleted the comment before, or the
 * moderation queue is full.
 */
export async function receiveComment(blog: Blog, comment: ReceivedComment): Promise<Outcome> {
  const { close_comments_days } = await readSite(blog);
  const given = await normalized(blog, comment);
  if (given === null) return 'refused';
  return changePosts(blog, async (tx) => {
    const known = await received.commentByOrigin(tx, comment.originId);
    const trustLevel = await trustLevelHere(tx, comment, given);
    const result = known
      ? await change(blog, tx, known, given, trustLevel)
      : await add(blog, tx, comment, given, trustLevel, close_comments_days);
    return { result, activity: [] };
  });
}

type Given = NonNullable<Awaited<ReturnType<typeof normalized>>>;
type Known = NonNullable<Awaited<ReturnType<typeof received.commentByOrigin>>>;

/** Within the limits of this site; null when nothing of it is visible, or it cannot be identified. */
async function normalized(blog: Blog, { text, originId, person, ...comment }: ReceivedComment) {
  const whole = cleanText(text.slice(0, maxImportedCommentLength))
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  if (!visible.test(whole) || !isIdentifier(originId) || !isIdentifier(person)) return null;
  const cut = cutAtCharacter(whole, maxCommentLength - 1);
  return {
    source: comment.source,
    person,
    user_name: await nameFor(blog, comment.authorName),
    comment_text: whole.length > maxCommentLength && cut !== whole ? `${cut}…` : whole,
    author_url: authorUrl(comment.authorUrl),
    origin_url: authorUrl(comment.originUrl),
  };
}

/** It is compared and indexed as it is, so a longer one cannot be cut. */
const isIdentifier = (value: string): boolean =>
  value !== '' && value === cleanText(value) && Buffer.byteLength(value) <= originIdBytes;

async function nameFor(blog: Blog, name: string): Promise<string> {
  const { all } = await readAuthors(blog);
  return importedName(
    name.slice(0, 1000),
    all.map(({ display_name }) => display_name),
  );
}

/** The page of a webmention says itself who wrote it, so it is only believed about its own site. */
async function trustLevelHere(
  { db }: PostTransaction,
  { source, originId, person }: Pick<ReceivedComment, 'source' | 'originId' | 'person'>,
  { user_name, author_url, comment_text = '', origin_url = null }: Partial<Given>,
): Promise<TrustLevel> {
  const texts = [user_name ?? '', comment_text, author_url ?? '', origin_url ?? '', person, originId];
  const trustLevel = await trustLevelOf(db, { person, address: null, texts });
  const isProven = source !== 'webmention' || URL.parse(person)?.host === URL.parse(originId)?.host;
  return trustLevel === 'trusted' && !isProven ? 'unknown' : trustLevel;
}

async function add(
  blog: Blog,
  tx: PostTransaction,
  { postId, originId, parentOriginId, parentId = null, date }: ReceivedComment,
  given: Given,
  trustLevel: TrustLevel,
  closeDays: number,
): Promise<Outcome> {
  const post = await postHead(tx.db, postId);
  if (!post || !maySee(visitor, post) || trustLevel === 'blocked') return 'refused';
  if (closesAt(post, closeDays) <= blog.now().getTime()) return 'refused';
  if (await received.isDeletedOrigin(tx, originId)) return 'refused';
  // A report is never shown to readers.
  const approved = trustLevel === 'trusted' && given.source !== 'report';
  if (!approved && (await isQueueFull(tx.db))) return 'refused';
  const parent =
    parentOriginId === null
      ? (await commentsById(tx.db, parentId === null ? [] : [parentId])).at(0)
      : await received.commentByOrigin(tx, parentOriginId);
  const score = await scoreNew(blog, tx.db, given, undefined);
  await insertComment(tx, {
    ...given,
    post_id: postId,
    date_added: pastDate(blog, date),
    approved,
    user_id: null,
    parent_id: parent?.post_id === postId ? parent.id : null,
    origin_id: originId,
    ...score,
    ...(approved && { features: null }),
  });
  return approved ? 'approved' : 'waiting';
}

/**
 * Another name or URL alone does not change an approved comment of a person who is not trusted: people change their names often,
 * and all their comments would wait again.
 */
async function change(
  blog: Blog,
  tx: PostTransaction,
  known: Known,
  given: Given,
  trustLevel: TrustLevel,
): Promise<Outcome> {
  // The owner's answers come back from the servers that they were sent to.
  if (known.user_id !== null) return 'unchanged';
  if (trustLevel === 'blocked') return 'refused';
  const isApproved = known.approved === 1;
  const isSameText = known.comment_text === given.comment_text;
  const isSame =
    isSameText && (Object.keys(given) as (keyof Given)[]).every((key) => known[key] === given[key]);
  const isTrusted = trustLevel === 'trusted';
  if (isSame || (isSameText && isApproved && !isTrusted)) return 'unchanged';
  const approved = isTrusted || (isApproved && isSameText);
  await undoTraining(tx.db, [known.id]);
  await received.updateReceived(tx, known, {
    ...given,
    ...(await scoreNew(blog, tx.db, given, undefined)),
    date_edited: nowIso(blog),
    approved,
  });
  return approved ? 'approved' : 'waiting';
}

const earliest = '1990';

/** A date that is unreadable, in the future or before the web becomes the present. */
function pastDate(blog: Blog, given: string): string {
  const now = nowIso(blog);
  const time = Date.parse(given);
  if (Number.isNaN(time)) return now;
  const date = new Date(time).toISOString();
  return date >= earliest && date <= now ? date : now;
}

/** The author deleted it there, so it cannot be restored here either. False when there is none. */
export const removeReceived = (blog: Blog, originId: string): Promise<boolean> =>
  changePosts(blog, async (tx) => {
    const wasDeleted = await received.deleteDeletedOrigin(tx, originId);
    const known = await received.commentByOrigin(tx, originId);
    if (known?.user_id === null) await eraseComments(tx, [known.id]);
    return { result: wasDeleted || known?.user_id === null, activity: [] };
  });

/** Approved: it is counted. It needs no approval, because readers see no more of it than a number. */
export async function receiveReaction(blog: Blog, reaction: ReceivedReaction): Promise<Outcome> {
  const { postId, kind, source, originId, person } = reaction;
  if (!isIdentifier(originId) || !isIdentifier(person)) return 'refused';
  const author = {
    author_name: await nameFor(blog, reaction.authorName),
    author_url: authorUrl(reaction.authorUrl),
  };
  return changePosts(blog, async (tx) => {
    const post = await postHead(tx.db, postId);
    const trustLevel = await trustLevelHere(tx, reaction, {
      user_name: author.author_name,
      author_url: author.author_url,
    });
    if (!post || !maySee(visitor, post) || trustLevel === 'blocked')
      return { result: 'refused', activity: [] };
    const date_added = pastDate(blog, reaction.date);
    const isNew = await insertReaction(tx, {
      post_id: postId,
      kind,
      source,
      origin_id: originId,
      ...author,
      date_added,
    });
    return { result: isNew ? 'approved' : 'unchanged', activity: [] };
  });
}

export const removeReaction = (blog: Blog, originId: string): Promise<boolean> =>
  changePosts(blog, async (tx) => ({ result: await deleteReaction(tx, originId), activity: [] }));
