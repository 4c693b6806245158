import { createHash } from 'node:crypto';
import type { Db } from '../db/open.ts';
import { duplicateDays, type Signs, type Verdict, verdictOn } from '../rules/spam/verdict.ts';
import { sameText, telltales } from '../rules/spam/words.ts';
import * as spam from '../store/spam.ts';
import { inTransaction, lockName } from '../store/transaction.ts';
import type { Blog } from './blog.ts';

/** Lessons follow each other, so that no comment is counted twice. */
const lessons = 'spam lessons';
const mostWords = 20_000;
const wordsKept = 18_000;
const verdictsAtOnce = 100;
const day = 24 * 60 * 60 * 1000;

type Written = { user_name: string; comment_text: string };

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
}> {
  const text = sameText(comment.comment_text);
  const text_hash = text === null ? null : createHash('sha256').update(text).digest('base64url');
  const since = new Date(blog.now().getTime() - duplicateDays * day).toISOString();
  const copies = text_hash === null ? 0 : await spam.copiesSince(db, text_hash, since);
  const signs: Signs = { seconds, copies };
  const { round, ...totals } = await spam.spamTotals(db);
  const known = await spam.wordCounts(db, telltales(comment));
  return {
    text_hash,
    signs: JSON.stringify(signs),
    ...stored(verdictOn(comment, signs, known, totals)),
    scored_round: round,
  };
}

const stored = ({ verdict, reasons }: Verdict) => ({ verdict, reasons: JSON.stringify(reasons) });

/** Runs a change of comments in a transaction in which `teach` and `judgeAgain` may be called. */
export const inLesson = <Result>(blog: Blog, work: (tx: Db) => Promise<Result>): Promise<Result> =>
  inTransaction(blog.db, async (tx) => {
    await lockName(tx, lessons);
    return work(tx);
  });

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

async function teach(tx: Db, comments: readonly Written[], by: 1 | -1, as: 'fine' | 'spam'): Promise<void> {
  if (comments.length === 0) return;
  const changes = new Map<string, spam.WordCounts>();
  for (const word of comments.flatMap(telltales)) {
    const change = changes.get(word) ?? { fine: 0, spam: 0 };
    change[as] += by;
    changes.set(word, change);
  }
  const total = { fine: 0, spam: 0 };
  total[as] = by * comments.length;
  await spam.countWords(tx, changes, total);
  await spam.forgetRareWords(tx, mostWords, wordsKept);
  await judgeAgain(tx);
}

/** Brings some of the waiting comments up to what was learnt; the rest follows by and by. */
async function judgeAgain(tx: Db): Promise<number> {
  const { round, ...totals } = await spam.spamTotals(tx);
  const outdated = await spam.outdatedComments(tx, round, verdictsAtOnce);
  const known = await spam.wordCounts(tx, outdated.flatMap(telltales));
  const same: number[] = [];
  for (const comment of outdated) {
    const now = stored(verdictOn(comment, JSON.parse(comment.signs) as Signs, known, totals));
    if (now.verdict === comment.verdict && now.reasons === comment.reasons) same.push(comment.id);
    else await spam.setVerdict(tx, [comment.id], { ...now, scored_round: round });
  }
  await spam.setVerdict(tx, same, { scored_round: round });
  return outdated.length;
}

/** Brings every waiting comment up to date, a part at a time, until the signal ends it. */
export async function judgeAllAgain(blog: Blog, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) if ((await inLesson(blog, judgeAgain)) < verdictsAtOnce) return;
}
