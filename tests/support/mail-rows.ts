import type { MailState } from '../../src/features/mail/tables.ts';
import type { Db } from '../../src/platform/db/open.ts';
import { addressKey } from '../../src/platform/http/api/mail-address.ts';

/** An SMTP server that does not exist: the site has mail, but nothing leaves it. */
export const noServer = { SMTP_URL: 'smtp://127.0.0.1:1' };

/** A subscriber as the form would have added it; returns the id. */
export async function addSubscriber(
  db: Db,
  address: string,
  change: { frequency?: 'at-once' | 'weekly'; all_posts?: number; bounce?: string; date?: string } = {},
): Promise<number> {
  const { frequency = 'at-once', all_posts = 1, bounce, date = '2026-01-02T03:04:05.000Z' } = change;
  const { id } = await db
    .insertInto('subscribers')
    .values({
      address,
      address_key: addressKey(address),
      frequency,
      all_posts,
      source: 'form',
      date_added: date,
      date_confirmed: date,
      date_bounced: bounce === undefined ? null : date,
      bounce: bounce ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function addNewsletter(
  db: Db,
  change: { post_id?: number; week?: string; subject?: string; filled_up_to?: number; date?: string } = {},
): Promise<number> {
  const { post_id, week, subject = 'A walk by the sea', filled_up_to, date } = change;
  const { id } = await db
    .insertInto('newsletters')
    .values({
      post_id: post_id ?? null,
      week: week ?? null,
      subject,
      preheader: 'With much wind',
      content: '{}',
      date_added: date ?? new Date().toISOString(),
      date_due: date ?? new Date().toISOString(),
      date_started: date ?? new Date().toISOString(),
      filled_up_to: filled_up_to ?? null,
      date_canceled: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

let mails = 0;

/** A mail of a newsletter; those that wait are due in an hour, so that no job takes them. */
export async function addMailOf(
  db: Db,
  newsletter_id: number,
  address: string,
  state: MailState,
  change: { subscriber_id?: number; response?: string; date?: string } = {},
): Promise<number> {
  const isWaiting = state === 'waiting';
  const date = change.date ?? new Date().toISOString();
  const { id } = await db
    .insertInto('mails')
    .values({
      priority: 1,
      kind: 'newsletter',
      address,
      address_key: addressKey(address),
      subscriber_id: change.subscriber_id ?? null,
      newsletter_id,
      message_id: `<${++mails}.${newsletter_id}@blog.example.org>`,
      content: null,
      state,
      attempts: 1,
      next_run: isWaiting ? new Date(Date.now() + 3_600_000).toISOString() : null,
      response: change.response ?? null,
      date_added: date,
      date_settled: isWaiting || state === 'handed-over' ? null : date,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
