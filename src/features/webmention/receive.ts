import { setTimeout as wait } from 'node:timers/promises';
import { type Blog, nowIso } from '../../platform/blog.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { maxWebmentionRetries } from '../../platform/http/api/limits.ts';
import { Failures } from '../../platform/jobs/failures.ts';
import type { JobContext, RunJob } from '../../platform/jobs/job.ts';
import { fetchSource } from './reading/fetch-source.ts';
import { SourceReader } from './reading/source-reader.ts';
import {
  claimWebmentions,
  finishWebmentions,
  hasRetriedWebmentions,
  nextWebmention,
  retryWebmention,
  type WaitingWebmention,
} from './store/received-webmentions.ts';
import { removeMention, storeMention } from './store-mention.ts';

/** How many sources are claimed together, each of another host, and how many of them are fetched at the same time. */
const batchSize = 50;
const atOnce = 8;
/** After a large batch, because readers come first. */
const pauseMs = 1_000;
const minute = 60_000;
/** Longer than a batch takes; after a crash its webmentions are due again then. */
const claimMs = 5 * minute;
/** How long to wait after each failed attempt; after the last one the webmention is dropped. */
const backoff = [1, 10, 60, 6 * 60, 24 * 60].map((minutes) => minutes * minute);

/** Stays until the process ends: starting it takes longer than reading a page. */
const reader = new SourceReader();

/** Fetches the sources of webmentions and stores what they say. Another attempt is made when a source cannot be reached. */
export const runReceive: RunJob = async (blog, _job, context) => {
  for (;;) {
    context.signal.throwIfAborted();
    const claimed = await claim(blog, context);
    if (claimed.length === 0) break;
    const handled = await handleAll(blog, claimed, context);
    await finish(blog, handled, context);
    if (claimed.length > atOnce) await wait(pauseMs);
    context.progress(null);
  }
  const next = await nextWebmention(blog.db);
  return next === null ? undefined : { again: new Date(next) };
};

const later = (blog: Blog, ms: number): string => new Date(blog.now().getTime() + ms).toISOString();

const claim = (blog: Blog, { fence }: JobContext): Promise<WaitingWebmention[]> =>
  inTransaction(blog.db, async (tx) => {
    await fence(tx);
    return claimWebmentions(tx, { now: nowIso(blog), until: later(blog, claimMs), limit: batchSize });
  });

async function handleAll(
  blog: Blog,
  claimed: readonly WaitingWebmention[],
  context: JobContext,
): Promise<Handled[]> {
  const handled: Handled[] = [];
  const left = [...claimed];
  const failures = new Failures(blog, context.signal);
  const handleOne = async (mention: WaitingWebmention): Promise<Handled['outcome']> => {
    let outcome: Handled['outcome'] = 'later';
    await failures.catch({ source: mention.source }, async () => {
      outcome = await handle(blog, mention, context);
    });
    return outcome;
  };
  const worker = async () => {
    for (let mention = left.shift(); mention; mention = left.shift())
      handled.push({ mention, outcome: await handleOne(mention) });
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return handled;
}

type Handled = { mention: WaitingWebmention; outcome: 'done' | 'later' };

async function handle(
  blog: Blog,
  mention: WaitingWebmention,
  { signal }: JobContext,
): Promise<Handled['outcome']> {
  const fetched = await fetchSource(mention.source, { strangers: blog.outgoingStrangers, signal });
  if (fetched === 'later') return 'later';
  if (fetched === 'gone') await removeMention(blog, mention);
  if (typeof fetched === 'string') return 'done';
  const reading = await reader.read(fetched.page, mention.target);
  signal.throwIfAborted();
  if (!reading) return 'done';
  if (reading.mention) await storeMention(blog, mention, fetched.page.url, reading.mention);
  else await removeMention(blog, mention);
  return 'done';
}

/** In one transaction for all. */
const finish = (blog: Blog, handled: readonly Handled[], { fence }: JobContext): Promise<void> =>
  inTransaction(blog.db, async (tx) => {
    await fence(tx);
    const isFull = await hasRetriedWebmentions(tx, maxWebmentionRetries);
    const done: WaitingWebmention[] = [];
    for (const { mention, outcome } of handled) {
      const wait = isFull ? undefined : backoff[mention.attempts - 1];
      if (outcome === 'done' || wait === undefined) done.push(mention);
      else await retryWebmention(tx, mention, later(blog, wait));
    }
    await finishWebmentions(tx, done, nowIso(blog));
  });
