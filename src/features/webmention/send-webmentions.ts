import { setTimeout as wait } from 'node:timers/promises';
import { readSite } from '../../core/site/site.ts';
import { type Blog, nowIso } from '../../platform/blog.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { nextAttempt } from '../../platform/jobs/backoff.ts';
import type { JobContext, RunJob } from '../../platform/jobs/job.ts';
import { type Sender, type Sending, webmentionSender } from './reading/sender.ts';
import * as store from './store/sent-mentions.ts';
import { nextRun } from './store/waiting-rows.ts';

const batchSize = 100;
/** How many hosts are told side by side; each of them one mention after another. */
const parallelHosts = 4;
const pauseMs = 250;

/** Sends due webmentions: looks for the endpoint of each target, and tells it. */
export const runSendWebmentions: RunJob = async (blog, _job, context) => {
  if (!(await readSite(blog)).webmention) return undefined;
  using sender = webmentionSender({ strangers: blog.outgoingStrangers, signal: context.signal });
  for (;;) {
    const due = await store.dueMentions(blog.db, nowIso(blog), batchSize);
    if (due.length === 0) break;
    const hosts = [...Map.groupBy(due, ({ target }) => new URL(target).host).values()];
    await Promise.all(
      Array.from({ length: parallelHosts }, async () => {
        for (let host = hosts.shift(); host; host = hosts.shift())
          await tellHost(blog, sender, host, context);
      }),
    );
  }
  const next = await nextRun(blog.db, 'sent_mentions');
  return next === null ? undefined : { again: new Date(next) };
};

async function tellHost(
  blog: Blog,
  sender: Sender,
  mentions: readonly store.SentMention[],
  context: JobContext,
): Promise<void> {
  for (const [index, mention] of mentions.entries()) {
    context.signal.throwIfAborted();
    if (index > 0) await wait(pauseMs, undefined, { signal: context.signal });
    const result = await sender.send(mention, (endpoint) =>
      inTransaction(blog.db, async (tx) => {
        await context.fence(tx);
        await store.noteEndpoint(tx, mention.id, endpoint);
      }),
    );
    // A host that is down or wants a pause is asked once for all its mentions.
    const isPaused = result.state === 'failure' && result.isOfServer;
    const settled = isPaused ? mentions.slice(index) : [mention];
    await inTransaction(blog.db, async (tx) => {
      await context.fence(tx);
      for (const each of settled) await store.settleMention(tx, each, resultOf(blog, each, result));
    });
    context.progress(null);
    if (isPaused) return;
  }
}

function resultOf(blog: Blog, mention: store.SentMention, sending: Sending): store.MentionResult {
  const attempts = mention.attempts + 1;
  if (sending.state === 'sent')
    return { state: 'sent', attempts, next_run: null, error: null, date_sent: nowIso(blog) };
  if (sending.state === 'unsupported') return { state: 'unsupported', attempts, next_run: null, error: null };
  const next_run = nextAttempt(blog, mention.attempts, sending);
  return { state: next_run === null ? 'failed' : 'waiting', attempts, next_run, error: sending.message };
}
