import type { Insertable, Selectable } from 'kysely';
import { headColumns, mailColumns, postParts, unpackPost } from '../../../core/posts/store/post-rows.ts';
import { dialectOf } from '../../../platform/db/dialect.ts';
import type { Db } from '../../../platform/db/open.ts';
import { isFound, updatedRows } from '../../../platform/db/results.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { countsOf } from './newsletter-status.ts';
import type { Subscriber } from './subscribers.ts';

export type StoredNewsletter = Selectable<Schema['newsletters']>;

type NewNewsletter = Pick<Insertable<Schema['newsletters']>, 'post_id' | 'week' | 'date_due' | 'date_added'> &
  Partial<Pick<StoredNewsletter, 'subject' | 'preheader' | 'content' | 'date_started'>>;

/** A planned one, unless it is given what is sent. False when the post or the week has one. */
export async function insertNewsletter(tx: Db, newsletter: NewNewsletter): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('newsletters')
    .values({ subject: '', preheader: '', content: '{}', ...newsletter, filled_up_to: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Boolean(numInsertedOrUpdatedRows);
}

export const newsletterById = (db: Db, id: number): Promise<StoredNewsletter | undefined> =>
  db.selectFrom('newsletters').selectAll().where('id', '=', id).executeTakeFirst();

export const newsletterOfPost = (db: Db, postId: number): Promise<StoredNewsletter | undefined> =>
  db.selectFrom('newsletters').selectAll().where('post_id', '=', postId).executeTakeFirst();

export const newsletterOfWeek = (db: Db, week: string): Promise<StoredNewsletter | undefined> =>
  db.selectFrom('newsletters').selectAll().where('week', '=', week).executeTakeFirst();

/** Public posts that were published in this time and are sent to subscribers, oldest first. */
export async function mailedPosts(db: Db, { start, end }: { start: string; end: string }, limit: number) {
  const rows = await db
    .selectFrom('posts as p')
    .select([...headColumns, ...mailColumns])
    .select(postParts(db, 'first'))
    .where('p.send_mail', '=', 1)
    .where('p.kind', '=', 'post')
    .where('p.active', '=', 1)
    .where('p.first_active_date', '>=', start)
    .where('p.first_active_date', '<', end)
    .orderBy('p.first_active_date')
    .orderBy('p.id')
    .limit(limit)
    .execute();
  return rows.map(unpackPost);
}

/** One that has not begun leaves no trace, so that the post can be sent later. */
export async function deletePlanned(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('newsletters').where('id', '=', id).where('date_started', 'is', null).execute();
}

const unfilled = (db: Db) =>
  db.selectFrom('newsletters').where('filled_up_to', 'is not', null).where('date_canceled', 'is', null);

/** Newsletters that are due and whose recipients are not all queued, except for some. */
export const dueNewsletters = (db: Db, now: string, otherThan: readonly number[], limit: number) =>
  unfilled(db)
    .selectAll()
    .where('date_due', '<=', now)
    .$if(otherThan.length > 0, (query) => query.where('id', 'not in', [...otherThan]))
    .orderBy('date_due')
    .orderBy('id')
    .limit(limit)
    .execute();

export async function nextDueDate(db: Db): Promise<string | null> {
  const row = await unfilled(db).select('date_due').orderBy('date_due').limit(1).executeTakeFirst();
  return row?.date_due ?? null;
}

/** Stores what is sent. False when it has begun before. */
export const startNewsletter = async (
  tx: Db,
  id: number,
  snapshot: Pick<StoredNewsletter, 'subject' | 'preheader' | 'content'> & { date_started: string },
): Promise<boolean> =>
  (await updatedRows(
    tx.updateTable('newsletters').set(snapshot).where('id', '=', id).where('date_started', 'is', null),
  )) > 0;

export async function recordFilled(tx: Db, id: number, upTo: number | null): Promise<void> {
  await tx.updateTable('newsletters').set({ filled_up_to: upTo }).where('id', '=', id).execute();
}

/** Whether some recipient has not got it yet. */
export async function isUnfinished(db: Db, { id, filled_up_to }: StoredNewsletter): Promise<boolean> {
  if (filled_up_to !== null) return true;
  return isFound(
    db
      .selectFrom('mails')
      .select('id')
      .where('newsletter_id', '=', id)
      .where('state', '=', 'waiting')
      .limit(1),
  );
}

export type Recipient = Pick<Subscriber, 'id' | 'address' | 'address_key'>;

/** Those of them who are still there. None of them can be deleted until the transaction ends. */
export async function lockRecipients<Row extends Recipient>(
  tx: Db,
  recipients: readonly Row[],
): Promise<Row[]> {
  if (recipients.length === 0) return [];
  const ids = recipients.map(({ id }) => id);
  const rows = await tx
    .selectFrom('subscribers')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .modifyEnd(dialectOf(tx).forUpdate)
    .execute();
  const present = new Set(rows.map(({ id }) => id));
  return recipients.filter(({ id }) => present.has(id));
}

/** Queues a newsletter for recipients; those who have it queued already are left out. */
export async function insertNewsletterMails(
  tx: Db,
  newsletterId: number,
  recipients: readonly (Recipient & { message_id: string })[],
  { now, started }: { now: string; started: string },
): Promise<void> {
  if (recipients.length === 0) return;
  await tx
    .insertInto('mails')
    .values(
      recipients.map(({ id, address, address_key, message_id }) => ({
        priority: 1,
        kind: 'newsletter' as const,
        address,
        address_key,
        subscriber_id: id,
        newsletter_id: newsletterId,
        message_id,
        content: null,
        state: 'waiting' as const,
        next_run: now,
        // The rest of an old newsletter is as old as its beginning.
        date_added: started,
      })),
    )
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .execute();
}

type MailCounts = { total: number; sent: number; waiting: number };

/** How far a newsletter is. Mails of which the server never said that they arrived count as sent. */
export async function mailCounts(db: Db, newsletterId: number): Promise<MailCounts> {
  const counts = await countsOf(db, newsletterId);
  return {
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
    sent: counts.sent + counts.unconfirmed,
    waiting: counts.waiting + counts['handed-over'],
  };
}
