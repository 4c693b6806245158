import { setTimeout as wait } from 'node:timers/promises';
import { type Blog, nowIso } from '../../blog.ts';
import type { Db } from '../../db/open.ts';
import { itemFailed } from '../../messages/operator.ts';
import { nextAttempt, nextHostAttempt } from '../backoff.ts';
import { GroupCommit } from '../group-commit.ts';
import { inParallel } from '../in-parallel.ts';
import type { JobContext, RunJob } from '../job.ts';
import type { Ended, OpenOutbox, OutboxKind, SendResult } from './kind.ts';
import * as store from './store.ts';

/** How many deliveries of a host are read at once. */
const batchSize = 20;
const maxErrorLength = 200;

type Run = { blog: Blog; kind: string; outbox: OutboxKind; context: JobContext };

type Attempt = {
  delivery: store.Delivery;
  result: SendResult;
  /** When it is tried again; null: never. */
  next_run: string | null;
  /** Set when everything else for the host waits as well. */
  pause: store.FailingHost | null;
  hasRecovered: boolean;
};

/**
 * Sends what is due. A delivery is deleted only after it was sent, so that a restart loses nothing; one that was interrupted in
 * between is sent again.
 */
export const runOutbox =
  (kind: string, outbox: OutboxKind): RunJob =>
  async (blog, _job, context) => {
    if (!(await outbox.isOn(blog))) return undefined;
    const run = { blog, kind, outbox, context };
    const commits = new GroupCommit<Attempt>(blog.db, context, (tx, batch) => storeAttempts(run, tx, batch));
    let opening: Promise<OpenOutbox> | undefined;
    try {
      await inParallel<store.DueHost>(context.signal, {
        max: outbox.maxHosts,
        take: (busy, free) => store.dueHosts(blog.db, kind, nowIso(blog), busy, free),
        keyOf: ({ host }) => host,
        work: async (host) => {
          opening ??= outbox.open(blog, context);
          await sendToHost(run, host, await opening, commits);
        },
      });
    } finally {
      await (await opening?.catch(() => undefined))?.close?.();
    }
    const next = await store.nextDelivery(blog.db, kind);
    return next === null ? undefined : { again: new Date(next) };
  };

/** In the order in which they were added, until the host fails: then all others wait, too, and the first one is the probe. */
async function sendToHost(
  run: Run,
  host: store.DueHost,
  open: OpenOutbox,
  commits: GroupCommit<Attempt>,
): Promise<void> {
  const { blog, kind, outbox, context } = run;
  let state = host;
  for (;;) {
    const batch = await store.dueDeliveries(blog.db, kind, host.host, nowIso(blog), batchSize);
    for (const delivery of batch) {
      context.signal.throwIfAborted();
      const attempt = attemptOf(run, state, delivery, await send(run, delivery, open));
      await commits.add(attempt);
      if (attempt.pause) return;
      if (attempt.hasRecovered) state = { host: host.host, attempts: 0, date_failing: null };
      if (outbox.pauseMs) await wait(outbox.pauseMs, undefined, { signal: context.signal });
    }
    if (batch.length < batchSize) return;
  }
}

async function send(
  { blog, kind, context }: Run,
  delivery: store.Delivery,
  open: OpenOutbox,
): Promise<SendResult> {
  try {
    return await open.send(delivery);
  } catch (error) {
    context.signal.throwIfAborted();
    // One that always fails must not keep the others back.
    const message = error instanceof Error ? error.message : String(error);
    blog.report(itemFailed, { kind, key: delivery.key, error: message });
    return { message, isFinal: false, retryAfterMs: null, isOfServer: false, isAnswer: true };
  }
}

function attemptOf(
  { blog, kind }: Run,
  { host, ...state }: store.DueHost,
  delivery: store.Delivery,
  result: SendResult,
): Attempt {
  const isAnswer = typeof result === 'string' || result.isAnswer;
  const hasRecovered = state.attempts > 0 && isAnswer;
  if (typeof result === 'string') return { delivery, result, next_run: null, pause: null, hasRecovered };
  // A server that cannot be reached says nothing about the delivery.
  const isCounted = isAnswer || !result.isOfServer;
  const next_run = isCounted ? nextAttempt(blog, delivery.attempts, result) : delivery.next_run;
  if (next_run === null || !result.isOfServer)
    return { delivery, result, next_run, pause: null, hasRecovered };
  const next = nextHostAttempt(blog, state, result.retryAfterMs);
  const pause = { kind, host, ...next, error: result.message.slice(0, maxErrorLength) };
  return { delivery, result, next_run: next.next_run, pause, hasRecovered: false };
}

/** A host gets its next delivery only after the commit, when the last one is deleted for good. */
async function storeAttempts({ blog, kind, outbox }: Run, tx: Db, batch: readonly Attempt[]): Promise<void> {
  const recovered = batch.filter(({ hasRecovered }) => hasRecovered);
  if (recovered.length > 0 || batch.some(({ pause }) => pause)) await store.lockOutbox(tx);
  await store.deleteHosts(
    tx,
    kind,
    recovered.map(({ delivery }) => delivery.host),
  );
  const current = await store.unchanged(
    tx,
    batch.map(({ delivery }) => delivery),
  );
  const ended: Ended[] = [];
  for (const { delivery, result, next_run, pause } of batch) {
    const isCurrent = current.has(delivery.id);
    if (typeof result === 'string' || next_run === null) ended.push({ delivery, result, isCurrent });
    else if (isCurrent)
      await store.changeDelivery(tx, delivery.id, {
        attempts: delivery.attempts + (result.isAnswer ? 1 : 0),
        next_run,
        error: result.message.slice(0, maxErrorLength),
      });
    if (pause) await store.pauseHost(tx, pause);
    if (pause?.given_up)
      for (const lost of await store.deliveriesTo(tx, kind, pause.host))
        ended.push({ delivery: lost, result, isCurrent: true });
  }
  await store.deleteDeliveries(
    tx,
    ended.filter(({ isCurrent }) => isCurrent).map(({ delivery }) => delivery.id),
  );
  if (ended.length > 0) await outbox.ended?.(blog, tx, ended);
}
