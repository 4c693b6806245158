import { setTimeout as wait } from 'node:timers/promises';
import { closesAt } from '../../core/posts/rules/closes-at.ts';
import { postHead } from '../../core/posts/store/posts.ts';
import { readSite } from '../../core/site/site.ts';
import { type Blog, nowIso } from '../../platform/blog.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { maxWebmentions, maxWebmentionsOfHost } from '../../platform/http/api/limits.ts';
import { Problem } from '../../platform/http/problem.ts';
import { startJobs, wakeJob } from '../../platform/jobs/add-job.ts';
import { findTarget } from './find-target.ts';
import * as messages from './messages.ts';
import {
  hasNewWebmentions,
  hasWebmentionsOf,
  isWaiting,
  putWebmentions,
} from './store/received-webmentions.ts';
import type { WebmentionUrls } from './webmentions.ts';

const receiveJob = 'webmention-receive';
const retryAfter = 15 * 60;
const batchMs = 100;

/** Whether this site receives webmentions at all. */
export const takesWebmentions = async (blog: Blog): Promise<boolean> => (await readSite(blog)).webmention;

type AcceptedWebmention = Parameters<typeof putWebmentions>[1][number];

/** Checks a webmention as far as that needs no request to its source. Throws a problem, or returns what `storeWebmention` takes. */
export async function checkWebmention(
  blog: Blog,
  { source, target }: WebmentionUrls,
): Promise<AcceptedWebmention> {
  const post_id = await findTarget(blog, target);
  const post = post_id === null ? undefined : await postHead(blog.db, post_id);
  if (post_id === null || !post) throw new Problem('malformed', messages.noSuchTarget);
  const { close_comments_days } = await readSite(blog);
  if (closesAt(post, close_comments_days) <= blog.now().getTime())
    throw new Problem('malformed', messages.mentionsClosed);
  if (!(await isWaiting(blog.db, source.href, post_id))) await refuseIfFull(blog, source.host);
  return {
    source: source.href,
    source_host: source.host,
    post_id,
    target: target.href,
    next_run: nowIso(blog),
  };
}

type Batch = { rows: Map<string, AcceptedWebmention>; stored: Promise<void> };
const batches = new WeakMap<Blog['db'], Batch>();

/**
 * Stores a webmention whose source is fetched later. The same one again replaces the one that waits. Those that arrive at about
 * the same time share a transaction: on SQLite each one holds up all readers while it is written to the disk.
 */
export function storeWebmention(blog: Blog, accepted: AcceptedWebmention): Promise<void> {
  let batch = batches.get(blog.db);
  if (!batch) {
    const rows: Batch['rows'] = new Map();
    const stored = wait(batchMs).then(() => {
      batches.delete(blog.db);
      return store(blog, [...rows.values()]);
    });
    batch = { rows, stored };
    batches.set(blog.db, batch);
  }
  batch.rows.set(`${accepted.post_id} ${accepted.source}`, accepted);
  return batch.stored;
}

async function store(blog: Blog, rows: readonly AcceptedWebmention[]): Promise<void> {
  await inTransaction(blog.db, async (tx) => {
    await putWebmentions(tx, rows);
    await wakeJob(blog, tx, receiveJob);
  });
  startJobs(blog);
}

async function refuseIfFull({ db }: Blog, host: string): Promise<void> {
  if (await hasWebmentionsOf(db, host, maxWebmentionsOfHost))
    throw new Problem('too_many', messages.rateLimited, { retryAfter });
  if (await hasNewWebmentions(db, maxWebmentions))
    throw new Problem('unavailable', messages.queueFull, { retryAfter });
}
