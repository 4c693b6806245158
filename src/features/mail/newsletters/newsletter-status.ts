import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { recordActivity, titled } from '../../../core/site/activity.ts';
import { type Blog, nowIso } from '../../../platform/blog.ts';
import { deleteInBatches } from '../../../platform/db/in-batches.ts';
import type { Db } from '../../../platform/db/open.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { startJobs, wakeJob } from '../../../platform/jobs/add-job.ts';
import {
  type Delivery,
  type DeliveryCounts,
  type DeliveryHistory,
  type DeliveryState,
  historyBuckets,
  type Newsletter,
  type NewsletterDetail,
  type RetryState,
} from '../api/newsletters.ts';
import * as messages from '../messages/lists.ts';
import { maxAgeMs } from '../queue/expired-mails.ts';
import { mailJob } from '../queue/queue.ts';
import { readServerState } from '../store/mails.ts';
import * as store from '../store/newsletter-status.ts';

/** Small enough that requests are answered in between. */
const rowsAtOnce = 500;
const day = 24 * 60 * 60 * 1000;
/** How long the owner can look up what became of a single mail. */
const keptMs = 90 * day;

type Page = { limit: number; offset: number };

export async function newslettersForOwner(
  blog: Blog,
  page: Page,
): Promise<{ newsletters: Newsletter[]; total: number }> {
  const newsletters: Newsletter[] = [];
  for (const row of await store.listNewsletters(blog.db, page)) {
    newsletters.push(present(row, await countsOf(blog.db, row)));
    await yieldToEventLoop();
  }
  return { newsletters, total: await store.countNewsletters(blog.db) };
}

export async function newsletterDetail(blog: Blog, id: number): Promise<NewsletterDetail> {
  const row = await requireNewsletter(blog, id);
  return {
    ...present(row, await countsOf(blog.db, row)),
    preheader: row.preheader,
    history: summaryOf(row)?.history ?? (await historyOf(blog.db, id)),
    pause: await currentPause(blog),
    forgotten: await areMailsDeleted(blog.db, row),
  };
}

export async function deliveriesForOwner(
  blog: Blog,
  id: number,
  state: DeliveryState,
  page: Page,
): Promise<{ deliveries: Delivery[]; total: number }> {
  await requireNewsletter(blog, id);
  const rows = await store.listDeliveries(blog.db, id, state, page);
  const counts = await store.countsOf(blog.db, id);
  return {
    deliveries: rows.map(({ next_run, date_settled, ...row }) => ({
      ...row,
      state,
      date: state === 'waiting' ? next_run : date_settled,
    })),
    total: counts[state],
  };
}

/**
 * Stops a newsletter: no recipients are added any more, and what waits is deleted. A mail that is on its way to the SMTP server
 * at this moment still arrives. After an interruption the rest can be canceled again.
 */
export async function cancelNewsletter(blog: Blog, id: number): Promise<{ changed: number }> {
  const { subject } = await requireNewsletter(blog, id);
  await inTransaction(blog.db, (tx) => store.cancelNewsletter(tx, id, nowIso(blog)));
  let changed = 0;
  for (let deleted = 1; deleted > 0; changed += deleted) {
    deleted = await inTransaction(blog.db, (tx) => store.deleteWaiting(tx, id, rowsAtOnce));
    await yieldToEventLoop();
  }
  await recordActivity(blog, blog.db, 'post', messages.canceledWhat(titled(subject)));
  return { changed };
}

/** Queues mails again that failed or were never confirmed. Those who left, and whose mails bounce, are not asked again. */
export async function sendAgain(blog: Blog, id: number, state: RetryState): Promise<{ changed: number }> {
  const { subject, date_canceled } = await requireNewsletter(blog, id);
  if (date_canceled !== null) throw new Problem('conflict', messages.newsletterCanceled);
  let changed = 0;
  for (let after: number | null = 0; after !== null; ) {
    const range = { after, limit: rowsAtOnce, now: nowIso(blog) };
    const { queued, last } = await inTransaction(blog.db, async (tx) => {
      const result = await store.queueAgain(tx, id, state, range);
      if (result.queued > 0) await wakeJob(blog, tx, mailJob);
      return result;
    });
    changed += queued;
    after = last;
    await yieldToEventLoop();
  }
  if (changed > 0) {
    await recordActivity(blog, blog.db, 'post', messages.retriedWhat(changed, titled(subject)));
    startJobs(blog);
  }
  return { changed };
}

/**
 * Stores the numbers of newsletters whose mails have long been settled: the list reads them instead of counting, and they stay
 * when old mails are deleted. Called before that.
 */
export async function summarizeNewsletters(blog: Blog): Promise<void> {
  const before = new Date(blog.now().getTime() - maxAgeMs.newsletter).toISOString();
  await store.endFilling(blog.db, before);
  for (const { id } of await store.withoutSummary(blog.db, before)) {
    const counts = await liveCounts(blog.db, id);
    if (counts.waiting === 0)
      await store.storeSummary(blog.db, id, { counts, history: await historyOf(blog.db, id) });
    await yieldToEventLoop();
  }
}

/** Deletes mails of newsletters that are old and have their numbers stored: with each newsletter there is one per subscriber. */
export async function deleteExpiredNewsletterMails(blog: Blog): Promise<void> {
  await summarizeNewsletters(blog);
  const before = new Date(blog.now().getTime() - keptMs).toISOString();
  for (const { id } of await store.summarizedBefore(blog.db, before))
    await deleteInBatches((size) => store.deleteMailsOf(blog.db, id, size));
}

async function requireNewsletter(blog: Blog, id: number): Promise<store.NewsletterRow> {
  const row = await store.newsletterById(blog.db, id);
  if (!row) throw new Problem('not_found', messages.noSuchNewsletter);
  return row;
}

async function currentPause(blog: Blog): Promise<NewsletterDetail['pause']> {
  const { paused_until, error } = await readServerState(blog.db);
  return paused_until !== null && paused_until > nowIso(blog)
    ? { until: paused_until, reason: error ?? '' }
    : null;
}

const summaryOf = ({ summary }: store.NewsletterRow): store.Summary | null =>
  summary === null ? null : (JSON.parse(summary) as store.Summary);

async function countsOf(db: Db, row: store.NewsletterRow): Promise<DeliveryCounts> {
  return { ...(summaryOf(row)?.counts ?? (await liveCounts(db, row.id))), canceled: row.canceled };
}

async function liveCounts(db: Db, id: number): Promise<store.Summary['counts']> {
  const { waiting, 'handed-over': handedOver, ...counts } = await store.countsOf(db, id);
  return { ...counts, waiting: waiting + handedOver };
}

async function areMailsDeleted(db: Db, row: store.NewsletterRow): Promise<boolean> {
  const counts = summaryOf(row)?.counts;
  if (!counts || total(counts) === 0) return false;
  return total(await liveCounts(db, row.id)) < total(counts);
}

const total = (counts: store.Summary['counts']): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

const minute = 60;
const hour = 60 * minute;
/** Lengths of buckets that people can read off a clock or a calendar, in seconds. */
const steps = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minute),
  ...[1, 2, 3, 6, 12, 24].map((hours) => hours * hour),
];

/** What was sent when: at most `historyBuckets` parts of the time between the first and the last mail. */
async function historyOf(db: Db, id: number): Promise<DeliveryHistory> {
  const span = await store.historySpan(db, id);
  if (!span) return { seconds: minute, buckets: [] };
  const bucketAt = (ms: number, seconds: number) => Math.floor(ms / 1000 / seconds);
  const count = (seconds: number) => bucketAt(span.to, seconds) - bucketAt(span.from, seconds) + 1;
  const seconds =
    steps.find((step) => count(step) <= historyBuckets) ??
    24 * hour * Math.ceil(count(24 * hour) / (historyBuckets - 1));
  const first = bucketAt(span.from, seconds);
  const buckets = Array.from({ length: count(seconds) }, (_, index) => ({
    from: new Date((first + index) * seconds * 1000).toISOString(),
    sent: 0,
    failed: 0,
  }));
  for (const { bucket, state, count } of await store.historyOf(db, id, seconds)) {
    const found = buckets[bucket - first];
    // Mails that were settled since the span was read are in the next answer.
    if (found) found[state] = count;
  }
  return { seconds, buckets };
}

const present = (row: store.NewsletterRow, counts: DeliveryCounts): Newsletter => ({
  id: row.id,
  post_id: row.post_title === null ? null : row.post_id,
  post_title: row.post_title,
  week: row.week,
  subject: row.subject || (row.post_title ?? ''),
  date_added: row.date_added,
  date_due: row.date_due,
  planned: row.date_started === null && row.date_canceled === null,
  date_canceled: row.date_canceled,
  filling: row.filled_up_to !== null && row.date_canceled === null,
  counts,
});
