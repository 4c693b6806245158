import { createHmac } from 'node:crypto';
import { type Blog, nowIso } from '../../platform/blog.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { nextAttempt } from '../../platform/jobs/backoff.ts';
import type { RunJob } from '../../platform/jobs/job.ts';
import { outgoing } from '../../platform/outgoing/client.ts';
import { type Failure, failureOf, StatusError } from '../../platform/outgoing/failure.ts';
import * as store from './store.ts';

export const secretPrefix = 'whsec_';

type Call = { url: string; secret: string; message_id: string; payload: string };

/** The headers of Standard Webhooks (https://www.standardwebhooks.com). */
export function signedHeaders(
  { secret, message_id, payload }: Omit<Call, 'url'>,
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  const signature = createHmac('sha256', key)
    .update(`${message_id}.${timestamp}.${payload}`)
    .digest('base64');
  return {
    'content-type': 'application/json',
    'webhook-id': message_id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}

const limits = { connectMs: 5_000, silentMs: 15_000, totalMs: 20_000, answerBytes: 64 * 1024 };

/** Null: the call succeeded. A server on a private address must be among those that the operator lists. */
export async function send(blog: Blog, call: Call, signal?: AbortSignal): Promise<Failure | null> {
  const { outgoingAllow: allow, outgoingStrangers: strangers } = blog;
  try {
    using client = outgoing({ to: null, elsewhere: 'web', named: call.url, allow, strangers, limits });
    const response = await client.fetch(call.url, {
      method: 'POST',
      headers: signedHeaders(call, blog.now()),
      body: call.payload,
      ...(signal && { signal }),
    });
    if (response.ok) return null;
    throw new StatusError(`The server answered with status ${response.status}.`, response);
  } catch (error) {
    signal?.throwIfAborted();
    return failureOf(error, blog.now());
  }
}

const batchSize = 50;

/** Makes the calls that are due, in their order; one that fails is tried again later. */
export const runWebhooks: RunJob = async (blog, _job, context) => {
  for (;;) {
    const due = await store.dueCalls(blog.db, nowIso(blog), batchSize);
    if (due.length === 0) break;
    for (const call of due) {
      context.signal.throwIfAborted();
      const failure = await send(blog, call, context.signal);
      // A receiver can be repaired: what it answers is no reason to give up at once.
      const retry = failure && { ...failure, isFinal: false };
      const result = retry && {
        attempts: call.attempts + 1,
        next_run: nextAttempt(blog, call.attempts, retry),
        error: retry.message,
      };
      await inTransaction(blog.db, async (tx) => {
        await context.fence(tx);
        await store.finishCall(tx, call.id, result);
      });
      context.progress(null);
    }
  }
  const next = await store.nextCall(blog.db);
  return next === null ? undefined : { again: new Date(next) };
};
