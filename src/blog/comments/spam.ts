import { createHash } from 'node:crypto';
import { inBatches } from '../../db/in-batches.ts';
import type { Db } from '../../db/open.ts';
import { duplicateDays, type Signals, spamVerdict, type Verdict } from '../../rules/spam/verdict.ts';
import { duplicateKey, type Features, featuresOf } from '../../rules/spam/words.ts';
import type { PostTransaction } from '../../store/post-transaction.ts';
import * as spam from '../../store/spam.ts';
import { inTransaction, lockName } from '../../store/transaction.ts';
import type { Blog } from '../blog.ts';
import { type Change, changePosts } from '../posts/change-posts.ts';

/** Lessons follow each other, so that no comment is counted twice. */
const lessons = 'spam lessons';
const mostWords = 20_000;
const wordsKept = 18_000;
/** How many comments are judged again at once, and how many right after the owner decided; the rest follows hourly. */
const verdicts = { atOnce: 32, afterLesson: 100 };
const day = 24 * 60 * 60 * 1000;

type Written = { user_name: string; comment_text: string };

/** Comments that came before features were stored, and approved ones, have none. */
const featuresIn = (comment: Written & { features: string | null }): Features =>
  comment.features === null ? featuresOf(comment) : (JSON.parse(comment.features) as Features);

/** What is thought of a comment that comes in, in the form in which it is kept. */
export async function judgeNew(
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
  const text_hash = text === null ? null : createHash('sha256').update(text).digest('base64url');
  const since = new Date(blog.now().getTime() - duplicateDays * day).toISOString();
  const copies = text_hash === null ? 0 : await spam.copiesSince(db, text_hash, since);
  const signs: Signals = { seconds, copies };
  const { round, ...totals } = await spam.spamTotals(db);
  const features = featuresOf(comment);
  const known = await spam.wordCounts(db, features.words);
  return {
    text_hash,
    signs: JSON.stringify(signs),
    ...stored(spamVerdict(features, signs, known, totals)),
    scored_round: round,
    features: JSON.stringify(features),
  };
}

const stored = ({ verdict, reasons }: Verdict) => ({ verdict, reasons: JSON.stringify(reasons) });

/** Changes comments in a transaction that may train the filter, and then applies what it learned. */
export async function changeAndTrain<Result>(
  blog: Blog,
  work: (tx: PostTransaction) => Promise<Change<Result>>,
): Promise<Result> {
  const result = await changePosts(blog, async (tx) => {
    await lockName(tx.db, lessons);
    return work(tx);
  });
  await judgeAgain(blog, verdicts.afterLesson);
  return result;
}

/** An approved comment is fine; one that is no longer approved taught nothing. Each counts once. */
export async function teachApproval(tx: Db, ids: readonly number[], approved: boolean): Promise<void> {
  const comments = (await spam.commentsToJudge(tx, ids)).filter(
    ({ user_name, taught }) => user_name !== 'Admin' && (taught === 'fine') !== approved,
  );
  await teach(tx, comments, approved ? 1 : -1, 'fine');
  await spam.setTaught(
    tx,
    comments.map(({ id }) => id),
    approved ? 'fine' : null,
  );
}

/**
 * A comment that is deleted while it waits is spam. One that was approved may go for other reasons, and so may the
 * second copy of one that is approved.
 */
export async function teachDeletion(tx: Db, ids: readonly number[]): Promise<void> {
  const waiting = (await spam.commentsToJudge(tx, ids)).filter(
    ({ user_name, approved }) => user_name !== 'Admin' && approved === 0,
  );
  const texts = waiting.flatMap(({ text_hash }) => text_hash ?? []);
  const alreadyApproved = await spam.approvedTexts(tx, texts);
  await teach(
    tx,
    waiting.filter(({ text_hash }) => !alreadyApproved.has(text_hash ?? '')),
    1,
    'spam',
  );
}

async function teach(
  tx: Db,
  comments: readonly spam.JudgedComment[],
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
  await spam.forgetRareWords(tx, mostWords, wordsKept);
}

/** Applies what was learned since to at most so many of the waiting comments. */
async function judgeAgain(blog: Blog, most: number, signal?: AbortSignal): Promise<void> {
  await inBatches(
    most,
    verdicts.atOnce,
    async (left, size) => {
      const count = await judgeBatch(blog, Math.min(size, left));
      return count < size || count >= left ? null : left - count;
    },
    signal,
  );
}

/**
 * Not in the transaction that teaches: a long queue would keep every other write waiting. A lesson that comes in between
 * begins a new round, in which these comments are judged once more.
 */
async function judgeBatch(blog: Blog, size: number): Promise<number> {
  const { round, ...totals } = await spam.spamTotals(blog.db);
  const outdated = await spam.outdatedComments(blog.db, round, size);
  if (outdated.length === 0) return 0;
  const judged = outdated.map((comment) => ({ comment, features: featuresIn(comment) }));
  const known = await spam.wordCounts(
    blog.db,
    judged.flatMap(({ features }) => features.words),
  );
  await inTransaction(blog.db, async (tx) => {
    const same: number[] = [];
    for (const { comment, features } of judged) {
      const now = stored(spamVerdict(features, JSON.parse(comment.signs) as Signals, known, totals));
      const isSame = now.verdict === comment.verdict && now.reasons === comment.reasons;
      if (isSame && comment.features !== null) same.push(comment.id);
      else
        await spam.setVerdict(tx, [comment.id], {
          ...now,
          scored_round: round,
          features: JSON.stringify(features),
        });
    }
    await spam.setVerdict(tx, same, { scored_round: round });
  });
  return outdated.length;
}

/** Brings every waiting comment up to date, a part at a time, until the signal ends it. */
export const judgeAllAgain = (blog: Blog, signal: AbortSignal): Promise<void> =>
  judgeAgain(blog, Number.POSITIVE_INFINITY, signal);
