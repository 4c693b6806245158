import { setTimeout as wait } from 'node:timers/promises';
import { type Blog, nowIso } from '../blog.ts';
import { connectionsPart } from '../connections/stored-connections.ts';
import * as messages from '../messages/owner.ts';
import { hostOf, newOwner } from './identity.ts';
import { JobFailure } from './job.ts';
import { hasDueJobs } from './jobs.ts';
import { type JobKind, type JobKinds, jobGroups } from './kinds.ts';
import * as jobs from './store.ts';

const leaseMs = 60_000;
const heartbeatMs = 10_000;
const progressMs = 1_000;
const firstBackoffMs = 5_000;
const maxBackoffMs = 60 * 60 * 1000;
/** Starts without any progress, also those that ended with the death of the process. */
const maxAttempts = 10;

/** Why the signal of a job is aborted. */
class Interruption extends Error {
  readonly why: 'stop' | 'cancel' | 'lost';
  constructor(why: 'stop' | 'cancel' | 'lost') {
    super(`The job is interrupted: ${why}.`);
    this.why = why;
  }
}

/** Runs due jobs one after another until there is none, or until the signal stops it. */
export async function runDueJobs(blog: Blog, stop: AbortSignal, kinds: JobKinds): Promise<void> {
  while (!stop.aborted) {
    await hasDueJobs(blog, kinds);
    if (!(await runNextJob(blog, stop, kinds))) return;
  }
}

/**
 * Runs due jobs side by side, each kind once at a time, until none was due for `lingerMs`: what other servers send comes in
 * bursts, and starting a process for each of them would cost more than waiting.
 */
export async function runNetworkJobs(
  blog: Blog,
  stop: AbortSignal,
  kinds: JobKinds,
  { lingerMs, pollMs }: { lingerMs: number; pollMs: number },
): Promise<void> {
  const running = new Set<Promise<unknown>>();
  let failure: unknown;
  let lastWork = performance.now();
  while (!stop.aborted && failure === undefined) {
    if (await hasDueJobs(blog, kinds)) {
      const job = runNextJob(blog, stop, kinds)
        .catch((error: unknown) => {
          failure ??= error;
        })
        .finally(() => {
          running.delete(job);
          lastWork = performance.now();
        });
      running.add(job);
    } else if (running.size === 0 && performance.now() - lastWork > lingerMs) break;
    await Promise.race([wait(pollMs, undefined, { signal: stop }).catch(() => {}), ...running]);
  }
  await Promise.all(running);
  if (failure !== undefined) throw failure;
}

/** Claims a due job and runs it; false when there is none, or when this job (`id`) cannot be claimed now. */
export async function runNextJob(
  blog: Blog,
  stop: AbortSignal,
  kinds: JobKinds,
  id?: number,
): Promise<boolean> {
  const claim = { owner: newOwner(), host: hostOf(blog), now: nowIso(blog), until: leaseEnd(blog) };
  const job = await jobs.claimJob(blog.db, claim, Object.keys(kinds), jobGroups(kinds), id);
  if (!job) return false;
  await connectionsPart.of(blog)?.refresh(blog);
  const kind = kinds[job.kind];
  if (kind) await runClaimed(blog, job, claim.owner, kind, stop);
  return true;
}

const leaseEnd = (blog: Blog): string => later(blog, leaseMs);
const later = (blog: Blog, ms: number): string => new Date(blog.now().getTime() + ms).toISOString();

async function runClaimed(
  blog: Blog,
  job: jobs.StoredJob,
  owner: string,
  kind: JobKind,
  stop: AbortSignal,
): Promise<void> {
  if (job.attempts > maxAttempts)
    return endAttempts(blog, job, owner, kind, job.error ?? messages.jobKeepsFailing);
  const abort = new AbortController();
  const onStop = () => abort.abort(new Interruption('stop'));
  stop.addEventListener('abort', onStop);
  if (stop.aborted) onStop();
  const lease = keepLease(blog, job.id, owner, abort);
  try {
    const run = await kind.load();
    const result = await run(blog, job, {
      signal: abort.signal,
      progress: lease.progress,
      fence: async (tx) => {
        if (!(await jobs.holdsLease(tx, job.id, owner))) throw new Interruption('lost');
      },
    });
    await lease.end();
    if (result)
      await jobs.releaseJob(blog.db, job.id, owner, {
        next_run: result.again.toISOString(),
        attempts: 0,
        error: null,
      });
    else await jobs.finishJob(blog.db, job.id, owner, { now: nowIso(blog), outcome: 'done' });
  } catch (error) {
    await lease.end();
    await finishFailed(blog, job, owner, kind, abort.signal.aborted ? abort.signal.reason : error);
  } finally {
    stop.removeEventListener('abort', onStop);
  }
}

/** Extends the lease while the job runs, stores its progress, and notices when it is canceled or lost. */
function keepLease(blog: Blog, id: number, owner: string, abort: AbortController) {
  let latest: unknown;
  let stored = performance.now();
  let current = Promise.resolve();
  const extend = () => {
    const progress = latest;
    latest = undefined;
    stored = performance.now();
    current = current
      .then(async () => {
        const held = await jobs.extendLease(blog.db, id, owner, { until: leaseEnd(blog), progress });
        if (!held) abort.abort(new Interruption('lost'));
        else if (held.isCanceled) abort.abort(new Interruption('cancel'));
      })
      // The lease lasts for some more heartbeats; when it expires, the fence stops the job.
      .catch(() => {});
  };
  const timer = setInterval(extend, heartbeatMs).unref();
  return {
    progress(value: unknown) {
      latest = value;
      if (performance.now() - stored >= progressMs) extend();
    },
    async end() {
      clearInterval(timer);
      if (latest !== undefined) extend();
      await current;
    },
  };
}

async function finishFailed(
  blog: Blog,
  job: jobs.StoredJob,
  owner: string,
  kind: JobKind,
  error: unknown,
): Promise<void> {
  const now = nowIso(blog);
  const why = error instanceof Interruption ? error.why : null;
  if (why === 'lost') return;
  if (why === 'stop') return jobs.releaseJob(blog.db, job.id, owner, { next_run: now, attempts: 0 });
  if (why === 'cancel') return jobs.finishJob(blog.db, job.id, owner, { now, outcome: 'canceled' });
  const message = error instanceof Error ? error.message : String(error);
  const isOver = error instanceof JobFailure;
  const what = isOver ? messages.jobFailed(job.kind) : messages.jobAttemptFailed(job.kind);
  blog.report(what, { job: job.id, error: message });
  const attempts = (await jobs.jobById(blog.db, job.id))?.attempts ?? job.attempts;
  if (isOver) return jobs.finishJob(blog.db, job.id, owner, { now, outcome: 'failed', error: message });
  if (attempts >= maxAttempts) return endAttempts(blog, job, owner, kind, message);
  const backoff = Math.min(maxBackoffMs, firstBackoffMs * 2 ** (attempts - 1));
  await jobs.releaseJob(blog.db, job.id, owner, { next_run: later(blog, backoff), error: message });
}

/** Queues are tried once more after the longest pause, again and again. */
const endAttempts = (
  blog: Blog,
  { id }: jobs.StoredJob,
  owner: string,
  { worksOffTable }: JobKind,
  error: string,
): Promise<void> =>
  worksOffTable
    ? jobs.releaseJob(blog.db, id, owner, {
        next_run: later(blog, maxBackoffMs),
        attempts: maxAttempts - 1,
        error,
      })
    : jobs.finishJob(blog.db, id, owner, { now: nowIso(blog), outcome: 'failed', error });
