import { changePosts } from '../../core/posts/change-posts.ts';
import { note } from '../../core/site/activity.ts';
import { type Blog, nowIso } from '../../platform/blog.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { JobContext, RunJob } from '../../platform/jobs/job.ts';
import { itemFailed } from '../../platform/messages/operator.ts';
import { answerNotPosted } from '../../platform/messages/owner.ts';
import { Gone, NetworkFailure, RateLimited } from './networks/failure.ts';
import type { Answer, Target } from './networks/network.ts';
import { type Talking, talkingNetworks } from './networks.ts';
import * as answers from './store/answers.ts';

const mostFailures = 10;
const firstBackoffMs = 60_000;
const maxBackoffMs = 6 * 60 * 60_000;

/** Posts, edits and deletes answers on Bluesky and Mastodon until they are there as they are here. */
export const runAnswers: RunJob = async (blog, _job, context) => {
  const networks = talkingNetworks(blog);
  const names = networks.map(({ name }) => name);
  if (names.length === 0) return undefined;
  for (;;) {
    context.signal.throwIfAborted();
    const row = await answers.nextAnswer(blog.db, nowIso(blog), names);
    if (!row) break;
    const network = networks.find(({ name }) => name === row.network);
    if (network) await work(blog, network, row, context);
    context.progress(null);
  }
  const next = await answers.nextRunOf(blog.db, names);
  return next === null ? undefined : { again: new Date(next) };
};

/** One step; a row that needs another stays due. */
async function work(
  blog: Blog,
  network: Talking,
  row: answers.StoredAnswer,
  context: JobContext,
): Promise<void> {
  try {
    if (row.answer_id === null) await send(blog, network, row, context);
    else if (row.text === null) await remove(blog, network, row, context);
    else await edit(blog, network, row, row.text, context);
  } catch (error) {
    context.signal.throwIfAborted();
    const reason = error instanceof Error ? error : new Error(String(error));
    // One that always fails must not keep the others back.
    if (!(reason instanceof NetworkFailure))
      blog.report(itemFailed, { comment: row.comment_id, error: reason.message });
    await postpone(blog, row, reason, context);
  }
}

async function send(
  blog: Blog,
  { conversation }: Talking,
  row: answers.StoredAnswer,
  context: JobContext,
): Promise<void> {
  const { comment_id } = row;
  // Deleted before it was ever sent.
  if (row.text === null && row.date_started === null) return answers.deleteAnswer(blog.db, comment_id);
  const isRepeated = row.date_started !== null;
  const started = { date_started: row.date_started ?? nowIso(blog), sent_text: row.sent_text ?? row.text };
  // Stored first: after a crash the same request is sent again, with the same key.
  await inTransaction(blog.db, async (tx) => {
    await context.fence(tx);
    await answers.changeAnswer(tx, comment_id, started);
  });
  const answer = answerOf(row, started.sent_text ?? '', started.date_started);
  const { id, originId } = await conversation.answer(answer, isRepeated, context.signal);
  await changePosts(blog, async (tx) => {
    await context.fence(tx.db);
    await answers.setAnswerOrigin(tx, comment_id, originId);
    const change = { answer_id: id, failures: 0, ...started };
    await answers.changeAnswer(tx.db, comment_id, change);
    await settle(tx.db, comment_id, conversation.editAnswer !== null);
    return { result: undefined, activity: [] };
  });
}

async function edit(
  blog: Blog,
  { conversation }: Talking,
  row: answers.StoredAnswer,
  text: string,
  context: JobContext,
): Promise<void> {
  const answer = answerOf(row, text, row.date_started ?? row.date_added);
  if (text !== row.sent_text) await conversation.editAnswer?.(row.answer_id ?? '', answer, context.signal);
  await inTransaction(blog.db, async (tx) => {
    await context.fence(tx);
    await answers.changeAnswer(tx, row.comment_id, { sent_text: text, failures: 0 });
    await settle(tx, row.comment_id, conversation.editAnswer !== null);
  });
}

/** Nothing is left to do, unless the text changed meanwhile. */
async function settle(tx: Blog['db'], commentId: number, hasEdits: boolean): Promise<void> {
  const row = await answers.answerOf(tx, commentId);
  const isSettled = row && row.text !== null && (!hasEdits || row.text === row.sent_text);
  if (isSettled) await answers.changeAnswer(tx, commentId, { next_run: null });
}

async function remove(
  blog: Blog,
  { conversation }: Talking,
  row: answers.StoredAnswer,
  context: JobContext,
): Promise<void> {
  await conversation.remove(row.answer_id ?? '', context.signal);
  await inTransaction(blog.db, async (tx) => {
    await context.fence(tx);
    const now = await answers.answerOf(tx, row.comment_id);
    if (!now) return;
    await answers.deleteAnswer(tx, row.comment_id);
    // The comment was restored meanwhile, and is posted anew.
    if (now.text !== null) {
      const again = { sent_text: null, date_started: null, answer_id: null, date_added: nowIso(blog) };
      const request_key = conversation.newKey(blog.now());
      await answers.insertAnswer(tx, { ...now, ...again, request_key, next_run: nowIso(blog) });
    }
  });
}

const answerOf = (row: answers.StoredAnswer, text: string, date: string): Answer => ({
  text,
  link: row.link,
  parent: JSON.parse(row.parent) as Target,
  root: JSON.parse(row.root) as Target,
  key: row.request_key,
  date,
});

function postpone(blog: Blog, row: answers.StoredAnswer, error: Error, { fence }: JobContext): Promise<void> {
  const { comment_id, network } = row;
  const at = (ms: number) => new Date(ms).toISOString();
  const now = blog.now().getTime();
  return inTransaction(blog.db, async (tx) => {
    await fence(tx);
    if (error instanceof RateLimited)
      return answers.changeAnswer(tx, comment_id, { next_run: at(error.until ?? now + maxBackoffMs / 24) });
    const failures = row.failures + 1;
    if (failures < mostFailures && !(error instanceof Gone)) {
      const next_run = at(now + Math.min(maxBackoffMs, firstBackoffMs * 2 ** (failures - 1)));
      return answers.changeAnswer(tx, comment_id, { failures, next_run });
    }
    await answers.changeAnswer(tx, comment_id, { failures, next_run: null });
    await note(blog, tx, 'comment', answerNotPosted(network, error.message));
  });
}
