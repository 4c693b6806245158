import { sql } from 'kysely';
import { dialectOf } from '../../../platform/db/dialect.ts';
import type { BatchSize } from '../../../platform/db/in-batches.ts';
import type { Db } from '../../../platform/db/open.ts';
import { countRows, deletedRows } from '../../../platform/db/results.ts';
import type { DeliveryCounts, DeliveryHistory } from '../api/newsletters.ts';
import type { MailState } from '../tables.ts';

/* All queries over `mails` read ranges of the index over newsletter, state and date. */

/** What is known of a newsletter whose mails do not change any more. */
export type Summary = { counts: Omit<DeliveryCounts, 'canceled'>; history: DeliveryHistory };

export type NewsletterRow = {
  id: number;
  post_id: number | null;
  post_title: string | null;
  week: string | null;
  subject: string;
  preheader: string;
  date_added: string;
  date_due: string | null;
  date_started: string | null;
  filled_up_to: number | null;
  date_canceled: string | null;
  canceled: number;
  summary: string | null;
};

const withPosts = (db: Db) =>
  db
    .selectFrom('newsletters as n')
    .leftJoin('posts as p', 'p.id', 'n.post_id')
    .select([
      'n.id',
      'n.post_id',
      'p.post_title',
      'n.week',
      'n.subject',
      'n.preheader',
      'n.date_added',
      'n.date_due',
      'n.date_started',
      'n.filled_up_to',
      'n.date_canceled',
      'n.canceled',
      'n.summary',
    ]);

/** The newest come first. */
export const listNewsletters = (
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<NewsletterRow[]> => withPosts(db).orderBy('n.id', 'desc').limit(limit).offset(offset).execute();

export const newsletterById = (db: Db, id: number): Promise<NewsletterRow | undefined> =>
  withPosts(db).where('n.id', '=', id).executeTakeFirst();

export const countNewsletters = (db: Db): Promise<number> => countRows(db.selectFrom('newsletters'));

export async function countsOf(db: Db, newsletterId: number): Promise<Record<MailState, number>> {
  const counts: Record<MailState, number> = {
    waiting: 0,
    'handed-over': 0,
    sent: 0,
    failed: 0,
    suppressed: 0,
    unconfirmed: 0,
  };
  const rows = await db
    .selectFrom('mails')
    .select(['state', (eb) => eb.fn.countAll<number>().as('count')])
    .where('newsletter_id', '=', newsletterId)
    .groupBy('state')
    .execute();
  for (const { state, count } of rows) counts[state] = Number(count);
  return counts;
}

const plotted = ['sent', 'failed'] as const;

/** When the first and the last mail of a newsletter was sent or failed, in milliseconds. */
export async function historySpan(
  db: Db,
  newsletterId: number,
): Promise<{ from: number; to: number } | null> {
  const dates: number[] = [];
  for (const state of plotted)
    for (const direction of ['asc', 'desc'] as const) {
      const row = await db
        .selectFrom('mails')
        .select('date_settled')
        .where('newsletter_id', '=', newsletterId)
        .where('state', '=', state)
        .where('date_settled', 'is not', null)
        .orderBy('date_settled', direction)
        .limit(1)
        .executeTakeFirst();
      if (row?.date_settled) dates.push(Date.parse(row.date_settled));
    }
  return dates.length === 0 ? null : { from: Math.min(...dates), to: Math.max(...dates) };
}

/** How many were sent and failed in each part of this length, counted since 1970. */
export async function historyOf(
  db: Db,
  newsletterId: number,
  seconds: number,
): Promise<{ bucket: number; state: (typeof plotted)[number]; count: number }[]> {
  const bucket = dialectOf(db).bucket(sql.ref('date_settled'), seconds);
  const rows = await db
    .selectFrom('mails')
    .select(['state', bucket.as('bucket'), (eb) => eb.fn.countAll<number>().as('count')])
    .where('newsletter_id', '=', newsletterId)
    .where('state', 'in', plotted)
    .where('date_settled', 'is not', null)
    .groupBy(['state', bucket])
    .execute();
  return rows.map(({ bucket, state, count }) => ({
    bucket: Number(bucket),
    state: state as (typeof plotted)[number],
    count: Number(count),
  }));
}

type DeliveryRow = {
  id: number;
  address: string;
  state: MailState;
  attempts: number;
  response: string | null;
  date_settled: string | null;
  next_run: string | null;
};

/** The latest come first. */
export const listDeliveries = (
  db: Db,
  newsletterId: number,
  state: MailState,
  { limit, offset }: { limit: number; offset: number },
): Promise<DeliveryRow[]> =>
  db
    .selectFrom('mails')
    .select(['id', 'address', 'state', 'attempts', 'response', 'date_settled', 'next_run'])
    .where('newsletter_id', '=', newsletterId)
    .where('state', '=', state)
    .orderBy('date_settled', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

/** Stops adding recipients. What waits is deleted by `deleteWaiting`. */
export async function cancelNewsletter(tx: Db, id: number, now: string): Promise<void> {
  await tx
    .updateTable('newsletters')
    .set((eb) => ({
      date_canceled: eb.fn.coalesce('date_canceled', eb.val(now)),
      filled_up_to: null,
      summary: null,
    }))
    .where('id', '=', id)
    .execute();
}

const someOf = (tx: Db, newsletterId: number, state: MailState, limit: number) =>
  tx
    .selectFrom('mails')
    .select('id')
    .where('newsletter_id', '=', newsletterId)
    .where('state', '=', state)
    .limit(limit);

/** Deletes some of the waiting mails of a newsletter, and counts them as canceled. */
export async function deleteWaiting(tx: Db, newsletterId: number, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('mails')
    .where('id', 'in', someOf(tx, newsletterId, 'waiting', limit))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  const deleted = Number(numDeletedRows);
  if (deleted > 0)
    await tx
      .updateTable('newsletters')
      .set((eb) => ({ canceled: eb('canceled', '+', deleted) }))
      .where('id', '=', newsletterId)
      .execute();
  return deleted;
}

/**
 * Queues some mails of this state again, by id; those of people who left or whose mails bounce stay as they are. Returns how many,
 * and the last id that was looked at: null when there are no more.
 */
export async function queueAgain(
  tx: Db,
  newsletterId: number,
  state: 'failed' | 'unconfirmed',
  { after, limit, now }: { after: number; limit: number; now: string },
): Promise<{ queued: number; last: number | null }> {
  const rows = await tx
    .selectFrom('mails as m')
    .leftJoin('subscribers as s', 's.id', 'm.subscriber_id')
    .select(['m.id', 's.id as subscriber', 's.date_bounced'])
    .where('m.newsletter_id', '=', newsletterId)
    .where('m.state', '=', state)
    .where('m.id', '>', after)
    .orderBy('m.id')
    .limit(limit)
    .execute();
  const ids = rows
    .filter(({ subscriber, date_bounced }) => subscriber !== null && date_bounced === null)
    .map(({ id }) => id);
  let queued = 0;
  if (ids.length > 0) {
    const { numUpdatedRows } = await tx
      .updateTable('mails')
      .set({ state: 'waiting', attempts: 0, next_run: now, date_settled: null, date_added: now })
      .where('id', 'in', ids)
      .where('state', '=', state)
      .executeTakeFirstOrThrow();
    queued = Number(numUpdatedRows);
    await tx.updateTable('newsletters').set({ summary: null }).where('id', '=', newsletterId).execute();
  }
  return { queued, last: rows.at(-1)?.id ?? null };
}

/** No further recipients are added to newsletters that began before this date: their mails would be too old. */
export async function endFilling(db: Db, before: string): Promise<void> {
  await db
    .updateTable('newsletters')
    .set({ filled_up_to: null })
    .where('filled_up_to', 'is not', null)
    .where('date_started', '<', before)
    .execute();
}

/** Newsletters from before this date that have no summary yet, and whose recipients are all known. */
export const withoutSummary = async (db: Db, before: string): Promise<number[]> =>
  (
    await db
      .selectFrom('newsletters')
      .select('id')
      .where('summary', 'is', null)
      .where('filled_up_to', 'is', null)
      .where('date_added', '<', before)
      .orderBy('id')
      .limit(100)
      .execute()
  ).map(({ id }) => id);

export async function storeSummary(db: Db, id: number, summary: Summary): Promise<void> {
  await db
    .updateTable('newsletters')
    .set({ summary: JSON.stringify(summary) })
    .where('id', '=', id)
    .execute();
}

/** Newsletters from before this date whose numbers are stored and that still have mails. */
export const summarizedBefore = async (db: Db, before: string): Promise<number[]> =>
  (
    await db
      .selectFrom('newsletters as n')
      .select('n.id')
      .where('n.summary', 'is not', null)
      .where('n.date_added', '<', before)
      .where((eb) =>
        eb.exists(eb.selectFrom('mails as m').select('m.id').whereRef('m.newsletter_id', '=', 'n.id')),
      )
      .orderBy('n.id')
      .execute()
  ).map(({ id }) => id);

export const deleteMailsOf = (db: Db, newsletterId: number, limit: BatchSize): Promise<number> =>
  deletedRows(
    db
      .deleteFrom('mails')
      .where('id', 'in', (eb) =>
        eb.selectFrom('mails').select('id').where('newsletter_id', '=', newsletterId).limit(limit),
      ),
  );
