import { changePosts } from '../../core/posts/change-posts.ts';
import { recordActivity } from '../../core/site/activity.ts';
import { type Blog, nowIso } from '../../platform/blog.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { JobContext } from '../../platform/jobs/job.ts';
import type { OutboxKind } from '../../platform/jobs/outbox/kind.ts';
import { answerNotPosted } from '../../platform/messages/owner.ts';
import type { Failure } from '../../platform/outgoing/failure.ts';
import { Gone, NetworkFailure, RateLimited } from './networks/failure.ts';
import type { Answer, Target } from './networks/network.ts';
import { type Talking, talkingNetworks } from './networks.ts';
import * as answers from './store/answers.ts';

/** Posts, edits and deletes answers on Bluesky and Mastodon until they are there as they are here. */
export const socialAnswers: OutboxKind = {
  isOn: async (blog) => talkingNetworks(blog).length > 0,
  maxHosts: 2,
  open: async (blog, context) => ({
    async send({ key, host }) {
      const network = talkingNetworks(blog).find(({ name }) => name === host);
      if (!network) return unreachable(`${host} is not configured.`);
      try {
        for (;;) {
          const row = await answers.answerOf(blog.db, Number(key));
          if (!row || isThere(row, network)) return 'sent';
          await step(blog, network, row, context);
        }
      } catch (error) {
        context.signal.throwIfAborted();
        if (error instanceof NetworkFailure) return failureOf(blog, error);
        throw error;
      }
    },
  }),
  async ended(blog, tx, ended) {
    for (const { delivery, result, isCurrent } of ended)
      if (typeof result === 'object' && isCurrent)
        await recordActivity(blog, tx, 'comment', answerNotPosted(delivery.host, result.message));
  },
};

const unreachable = (message: string): Failure => ({
  message,
  isFinal: false,
  retryAfterMs: null,
  isOfServer: true,
  isAnswer: false,
});

function failureOf(blog: Blog, error: NetworkFailure): Failure {
  if (!(error instanceof RateLimited))
    return {
      ...unreachable(error.message),
      isFinal: error instanceof Gone,
      isOfServer: false,
      isAnswer: true,
    };
  const retryAfterMs = error.until === undefined ? 15 * 60_000 : error.until - blog.now().getTime();
  return { ...unreachable(error.message), retryAfterMs };
}

/** Whether nothing is left to do. Where answers cannot be edited, they stay as they were sent. */
const isThere = ({ answer_id, text, sent_text }: answers.StoredAnswer, { conversation }: Talking): boolean =>
  answer_id !== null && text !== null && (conversation.editAnswer === null || text === sent_text);

async function step(
  blog: Blog,
  network: Talking,
  row: answers.StoredAnswer,
  context: JobContext,
): Promise<void> {
  if (row.answer_id === null) await send(blog, network, row, context);
  else if (row.text === null) await remove(blog, network, row, context);
  else await edit(blog, network, row, row.text, context);
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
    await answers.changeAnswer(tx.db, comment_id, { answer_id: id, ...started });
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
  await conversation.editAnswer?.(row.answer_id ?? '', answer, context.signal);
  await inTransaction(blog.db, async (tx) => {
    await context.fence(tx);
    await answers.changeAnswer(tx, row.comment_id, { sent_text: text });
  });
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
      await answers.insertAnswer(tx, { ...now, ...again, request_key });
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
