import { readSite } from '../../core/site/site.ts';
import { type Blog, nowIso } from '../../platform/blog.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { inParallel } from '../../platform/jobs/in-parallel.ts';
import type { JobContext, RunJob } from '../../platform/jobs/job.ts';
import { inboxRowFailed } from '../../platform/messages/operator.ts';
import { effectOf, type Tools, UnreachableError } from './activities.ts';
import type { Activity } from './inbox.ts';
import { openDocuments } from './open-documents.ts';
import { Senders } from './senders.ts';
import * as inbox from './store/inbox.ts';

const minute = 60_000;
const hour = 60 * minute;
/** Other servers that are asked at the same time; each only once at a time. */
const maxHosts = 8;
/** About two days. */
const backoffMs = [minute, 5 * minute, 20 * minute, hour, 3 * hour, 8 * hour, 12 * hour, 24 * hour];

/** Verifies what came to the inbox, and lets it take effect. */
export const runInbox: RunJob = async (blog, _job, context) => {
  if ((await readSite(blog)).fediverse === 'off') {
    await inbox.deleteAllRequests(blog.db);
    return undefined;
  }
  await processInbox(blog, context, await openDocuments(blog));
  const next = await inbox.nextRequestDate(blog.db);
  return next === undefined ? undefined : { again: new Date(next) };
};

/** Until none is due. Requests of one host are processed in their order, so that a Delete follows the Create. */
async function processInbox(
  blog: Blog,
  context: JobContext,
  fetchDocument: Tools['fetchDocument'],
): Promise<void> {
  const senders = new Senders(blog, fetchDocument);
  await inParallel<inbox.StoredRequest>(context.signal, {
    max: maxHosts,
    take: async (busy) => [(await inbox.nextRequest(blog.db, nowIso(blog), busy)) ?? []].flat(),
    keyOf: ({ host }) => host,
    work: (request) => processRequest(blog, request, { senders, fetchDocument, context }),
  });
}

type Parts = { senders: Senders; fetchDocument: Tools['fetchDocument']; context: JobContext };

async function processRequest(blog: Blog, request: inbox.StoredRequest, parts: Parts): Promise<void> {
  const { senders, fetchDocument, context } = parts;
  const drop = (reason: string) => {
    blog.debug?.('Dropped an activity of the fediverse.', { activity: request.activity, reason });
    return finish(blog, request, context);
  };
  try {
    if (await inbox.isReceived(blog.db, request.request_hash, request.activity)) return drop('It is known.');
    const activity = JSON.parse(request.body) as Activity;
    const effect = await effectOf(blog, activity, { fetchDocument, renewActor: (id) => renew(senders, id) });
    if (!effect) return drop('It concerns nothing here.');
    const verdict = await senders.verify(request);
    if ('failure' in verdict)
      return verdict.failure === 'unreachable'
        ? await postpone(blog, request, context, verdict.reason)
        : drop(verdict.reason);
    await senders.store(verdict);
    await finish(blog, request, context, { undo: await effect(verdict.sender.actor) });
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof UnreachableError) return postpone(blog, request, context, error.message);
    // Others must not wait for one that always fails.
    const reason = error instanceof Error ? error.message : String(error);
    blog.report(inboxRowFailed, { activity: request.activity, error: reason });
    await postpone(blog, request, context, reason, { alone: true });
  }
}

async function renew(senders: Senders, id: string) {
  const verdict = await senders.renew(id);
  if ('failure' in verdict) {
    if (verdict.failure === 'unreachable') throw new UnreachableError(verdict.reason);
    return null;
  }
  await senders.store(verdict);
  return verdict.sender.actor;
}

/** Only what took effect is remembered: a forged request must not stand in for the real one. */
async function finish(
  blog: Blog,
  { id, request_hash, activity, actor }: inbox.StoredRequest,
  { fence, progress }: JobContext,
  effect?: { undo: string | null },
): Promise<void> {
  await inTransaction(blog.db, async (tx) => {
    await fence(tx);
    if (effect) {
      const date_received = nowIso(blog);
      await inbox.putReceived(tx, { request_hash, activity, actor, effect: effect.undo, date_received });
    }
    await inbox.deleteRequest(tx, id);
  });
  progress(null);
}

/** The other server does not answer. */
async function postpone(
  blog: Blog,
  request: inbox.StoredRequest,
  context: JobContext,
  reason: string,
  { alone = false } = {},
): Promise<void> {
  const delay = backoffMs[request.attempts];
  if (delay === undefined) {
    blog.debug?.('Gave up an activity of the fediverse.', { activity: request.activity, reason });
    return finish(blog, request, context);
  }
  const next = new Date(blog.now().getTime() + delay).toISOString();
  await inTransaction(blog.db, async (tx) => {
    await context.fence(tx);
    if (alone) await inbox.postponeRequest(tx, request.id, next);
    else await inbox.postponeHost(tx, request.host, next);
  });
  context.progress(null);
}
