import { sql } from 'kysely';
import { dialectOf } from '../../../platform/db/dialect.ts';
import type { BatchSize } from '../../../platform/db/in-batches.ts';
import type { Db } from '../../../platform/db/open.ts';
import { countRows, deletedRows, updatedRows } from '../../../platform/db/results.ts';
import type { DeliveryCounts, DeliveryHistory } from '../api/newsletters.ts';
import type { MailState } from '../tables.ts';

/* All queries over `mails` read ranges of the index over newsletter, state and date. */

/** What is known of a newsletter whose mails do not change any more. */
export type Summary = { counts: Omit<DeliveryCounts, 'canceled'>; history: DeliveryHistory };

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

type Page = { limit: number; offset: number };

/** The newest come first. */
export const listNewsletters = (db: Db, { limit, offset }: Page) =>
  withPosts(db).orderBy('n.id', 'desc').limit(limit).offset(offset).execute();
export type NewsletterRow = Awaited<ReturnType<typeof listNewsletters>>[number];

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
export async function historyOf(db: Db, newsletterId: number, seconds: number) {
  const bucket = dialectOf(db).bucket(sql.ref('date_settled'), seconds);
  const rows = await db
    .selectFrom('mails')
    .select(['state', bucket.as('bucket'), (eb) => eb.fn.countAll<number>().as('count')])
    .where('newsletter_id', '=', newsletterId)
    .where('state', 'in', plotted)
    .where('date_settled', 'is not', null)
    .groupBy(['state', bucket])
    .$narrowType<{ state: (typeof plotted)[number] }>()
    .execute();
  return rows.map(({ state, bucket, count }) => ({ state, bucket: Number(bucket), count: Number(count) }));
}

/** The latest come first. */
export const listDeliveries = (db: Db, newsletterId: number, state: MailState, { limit, offset }: Page) =>
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

/** Deletes some of the waiting mails of a newsletter, and counts them as canceled. */
export async function deleteWaiting(tx: Db, newsletterId: number, limit: number): Promise<number> {
  const some = tx
    .selectFrom('mails')
    .select('id')
    .where('newsletter_id', '=', newsletterId)
    .where('state', '=', 'waiting')
    .limit(limit);
  const deleted = await deletedRows(
    tx.deleteFrom('mails').where('id', 'in', some).where('state', '=', 'waiting'),
  );
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
  const last = rows.at(-1)?.id ?? null;
  if (ids.length === 0) return { queued: 0, last };
  const again = tx
    .updateTable('mails')
    .set({ state: 'waiting', attempts: 0, next_run: now, date_settled: null, date_added: now })
    .where('id', 'in', ids)
    .where('state', '=', state);
  const queued = await updatedRows(again);
  await tx.updateTable('newsletters').set({ summary: null }).where('id', '=', newsletterId).execute();
  return { queued, last };
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
export const withoutSummary = (db: Db, before: string) =>
  db
    .selectFrom('newsletters')
    .select('id')
    .where('summary', 'is', null)
    .where('filled_up_to', 'is', null)
    .where('date_added', '<', before)
    .orderBy('id')
    .limit(100)
    .execute();

export async function storeSummary(db: Db, id: number, summary: Summary): Promise<void> {
  await db
    .updateTable('newsletters')
    .set({ summary: JSON.stringify(summary) })
    .where('id', '=', id)
    .execute();
}

/** Newsletters from before this date whose numbers are stored and that still have mails. */
export const summarizedBefore = (db: Db, before: string) =>
  db
    .selectFrom('newsletters as n')
    .select('n.id')
    .where('n.summary', 'is not', null)
    .where('n.date_added', '<', before)
    .where((eb) =>
      eb.exists(eb.selectFrom('mails as m').select('m.id').whereRef('m.newsletter_id', '=', 'n.id')),
    )
    .orderBy('n.id')
    .execute();

export const deleteMailsOf = (db: Db, newsletterId: number, limit: BatchSize): Promise<number> =>
  deletedRows(
    db
      .deleteFrom('mails')
      .where('id', 'in', (eb) =>
        eb.selectFrom('mails').select('id').where('newsletter_id', '=', newsletterId).limit(limit),
      ),
  );
