import { hash } from 'node:crypto';
import type { Blog } from '../../platform/blog.ts';
import { atMost, type BatchSize, inBatches } from '../../platform/db/in-batches.ts';
import type { Db } from '../../platform/db/open.ts';
import type { CommentSource } from '../../platform/db/schema.ts';
import { inTransaction, lockName } from '../../platform/db/transaction.ts';
import { type ChangeResult, changePosts } from '../posts/change-posts.ts';
import { lastKnownLanguage } from '../site/site.ts';
import type { PostTransaction } from '../site/store/post-transaction.ts';
import { duplicateDays, type Signals, spamVerdict, type Verdict } from './spam/verdict.ts';
import { duplicateKey, type Features, featuresOf } from './spam/words.ts';
import * as spam from './store/spam.ts';

/** Serializes training, so that no sample is counted twice. */
const trainingLock = 'spam lessons';
const maxWords = 20_000;
const wordsKept = 18_000;
const scoreBatchSize = 32;
/** How many comments are scored again right after training; a scheduled job scores the rest. */
const scoredAfterTraining = 100;
const day = 24 * 60 * 60 * 1000;

type Written = {
  user_name: string;
  comment_text: string;
  author_url: string | null;
  source?: CommentSource | undefined;
};

/** Other servers name the profile of the author, which says nothing about the comment. */
const featuresOfWritten = (
  { author_url, source = 'local', ...comment }: Written,
  language?: string,
): Features => featuresOf({ ...comment, author_url: source === 'local' ? author_url : null }, language);

/** Approved comments have no stored features, nor have comments from before they were stored; those of version 0.1 lack parts. */
function featuresIn(comment: Written & { features: string | null }, language?: string): Features {
  const stored: Partial<Features> = comment.features === null ? {} : JSON.parse(comment.features);
  return stored.prior === undefined ? featuresOfWritten(comment, language) : (stored as Features);
}

/** The columns of a new comment that the spam filter computes. */
export async function scoreNew(
  blog: Blog,
  db: Db,
  comment: Written,
  seconds: number | null | undefined,
): Promise<{
  text_hash: string | null;
  signs: string;
  verdict: number;
  reasons: string;
  scored_round: number;
  features: string;
}> {
  const text = duplicateKey(comment.comment_text);
  const text_hash = text === null ? null : hash('sha256', text, 'base64url');
  const since = new Date(blog.now().getTime() - duplicateDays * day).toISOString();
  const copies = text_hash === null ? 0 : await spam.copiesSince(db, text_hash, since);
  const signs: Signals = { seconds, copies };
  const totals = await spam.spamTotals(db);
  const features = featuresOfWritten(comment, lastKnownLanguage(blog));
  const known = await spam.wordCounts(db, features.words);
  return {
    text_hash,
    signs: JSON.stringify(signs),
    ...stored(spamVerdict(features, signs, known, totals)),
    scored_round: totals.round,
    features: JSON.stringify(features),
  };
}

const stored = ({ verdict, reasons }: Verdict) => ({ verdict, reasons: JSON.stringify(reasons) });

/**
 * Changes comments in a transaction that may train the filter, then scores pending comments again: not after each batch of
 * many, because the last one is followed by scoring.
 */
export async function changeAndTrain<Result>(
  blog: Blog,
  work: (tx: PostTransaction) => Promise<ChangeResult<Result>>,
  { isOneOfMany = false } = {},
): Promise<Result> {
  const result = await changePosts(blog, async (tx) => {
    await lockName(tx.db, trainingLock);
    return work(tx);
  });
  if (!isOneOfMany) await scoreAgain(blog, scoredAfterTraining);
  return result;
}

/** An approved comment is a sample of `fine`; revoking the approval takes the sample back. Each counts once. */
export async function trainApproval(tx: Db, ids: readonly number[], approved: boolean): Promise<void> {
  const comments = (await spam.commentsToTrain(tx, ids)).filter(
    ({ user_name, taught }) => user_name !== 'Admin' && (taught === 'fine') !== approved,
  );
  await train(tx, comments, approved ? 1 : -1, 'fine');
  await spam.setTrainedAs(
    tx,
    comments.map(({ id }) => id),
    approved ? 'fine' : null,
  );
}

/** Before the text of comments changes: what they trained the filter with is no longer true. */
export async function undoTraining(tx: Db, ids: readonly number[]): Promise<void> {
  await lockName(tx, trainingLock);
  await trainApproval(tx, ids, false);
}

/**
 * A pending comment that is deleted is a sample of spam. An approved one may be deleted for other reasons, and so may a
 * duplicate of an approved one.
 */
export async function trainDeletion(tx: Db, ids: readonly number[]): Promise<void> {
  const pending = (await spam.commentsToTrain(tx, ids)).filter(
    ({ user_name, approved }) => user_name !== 'Admin' && approved === 0,
  );
  const texts = pending.flatMap(({ text_hash }) => text_hash ?? []);
  const alreadyApproved = await spam.approvedTexts(tx, texts);
  await trainSpam(
    tx,
    pending.filter(({ text_hash }) => !alreadyApproved.has(text_hash ?? '')),
  );
}

/** The owner says that these are spam, approved or not. */
export async function trainAsSpam(tx: Db, ids: readonly number[]): Promise<void> {
  await trainApproval(tx, ids, false);
  const comments = (await spam.commentsToTrain(tx, ids)).filter(
    ({ user_name, taught }) => user_name !== 'Admin' && taught !== 'spam',
  );
  await trainSpam(tx, comments);
}

async function trainSpam(tx: Db, comments: readonly spam.FilteredComment[]): Promise<void> {
  await train(tx, comments, 1, 'spam');
  // Stored with the deleted comment, so that restoring it can take the sample back.
  await spam.setTrainedAs(
    tx,
    comments.map(({ id }) => id),
    'spam',
  );
}

/** Takes back the samples of comments that were deleted as spam and are restored now. Approved ones are fine again. */
export async function trainRestored(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const comments = (await spam.commentsToTrain(tx, ids)).filter(({ taught }) => taught === 'spam');
  await train(tx, comments, -1, 'spam');
  await spam.setTrainedAs(
    tx,
    comments.map(({ id }) => id),
    null,
  );
  const approved = comments.filter((comment) => comment.approved === 1).map(({ id }) => id);
  if (approved.length > 0) await trainApproval(tx, approved, true);
}

async function train(
  tx: Db,
  comments: readonly spam.FilteredComment[],
  by: 1 | -1,
  as: 'fine' | 'spam',
): Promise<void> {
  if (comments.length === 0) return;
  const changes = new Map<string, spam.WordCounts>();
  for (const word of comments.flatMap((comment) => featuresIn(comment).words)) {
    const change = changes.get(word) ?? { fine: 0, spam: 0 };
    change[as] += by;
    changes.set(word, change);
  }
  const total = { fine: 0, spam: 0 };
  total[as] = by * comments.length;
  await spam.countWords(tx, changes, total);
  await spam.deleteRareWords(tx, maxWords, wordsKept);
}

/** Scores up to `max` outdated pending comments with the current counts. */
async function scoreAgain(blog: Blog, max: number, signal?: AbortSignal): Promise<void> {
  await inBatches(
    max,
    scoreBatchSize,
    async (left, size) => {
      const count = await scoreBatch(blog, atMost(left, size));
      return count < size || count >= left ? null : left - count;
    },
    signal,
  );
}

/**
 * Not in the training transaction, because a long queue would block every other write. Training in between starts a new
 * round, in which these comments are scored once more.
 */
async function scoreBatch(blog: Blog, size: BatchSize): Promise<number> {
  const { round, ...totals } = await spam.spamTotals(blog.db);
  const outdated = await spam.outdatedComments(blog.db, round, size);
  if (outdated.length === 0) return 0;
  const scored = outdated.map((comment) => ({
    comment,
    features: featuresIn(comment, lastKnownLanguage(blog)),
  }));
  const known = await spam.wordCounts(
    blog.db,
    scored.flatMap(({ features }) => features.words),
  );
  await inTransaction(blog.db, async (tx) => {
    const unchanged: number[] = [];
    for (const { comment, features } of scored) {
      const now = stored(spamVerdict(features, JSON.parse(comment.signs) as Signals, known, totals));
      const isSame = now.verdict === comment.verdict && now.reasons === comment.reasons;
      if (isSame && comment.features !== null) unchanged.push(comment.id);
      else
        await spam.setVerdict(tx, [comment.id], {
          ...now,
          scored_round: round,
          features: JSON.stringify(features),
        });
    }
    await spam.setVerdict(tx, unchanged, { scored_round: round });
  });
  return outdated.length;
}

/** Scores every outdated pending comment, until the signal is aborted. */
export const scorePending = (blog: Blog, signal: AbortSignal): Promise<void> =>
  scoreAgain(blog, Number.POSITIVE_INFINITY, signal);
