import type { Insertable, Selectable, Updateable } from 'kysely';
import { dialectOf } from '../../../platform/db/dialect.ts';
import type { BatchSize } from '../../../platform/db/in-batches.ts';
import type { Db } from '../../../platform/db/open.ts';
import { deletedRows, isFound, updatedRows } from '../../../platform/db/results.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { MailKind, MailState } from '../tables.ts';

export type Mail = Selectable<Schema['mails']>;

/** False when one with the same Message-ID exists. */
export async function insertMail(tx: Db, mail: Insertable<Schema['mails']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('mails')
    .values(mail)
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .executeTakeFirst();
  return Boolean(numInsertedOrUpdatedRows);
}

/** Whether so many personal mails wait already. */
export const isQueueFull = (db: Db, max: number): Promise<boolean> =>
  isFound(
    db
      .selectFrom('mails')
      .select('id')
      .where('priority', '=', 0)
      .where('next_run', 'is not', null)
      .orderBy('next_run')
      .offset(max - 1)
      .limit(1),
  );

/** Every priority that mails are queued with, so that each is one range of the index. */
const priorities = [0, 1] as const;

/** The mail that is due first, except for those that are being sent. */
export async function nextDueMail(db: Db, now: string, busy: readonly number[]): Promise<Mail | undefined> {
  for (const priority of priorities) {
    const mail = await db
      .selectFrom('mails')
      .selectAll()
      .where('priority', '=', priority)
      .where('next_run', '<=', now)
      .$if(busy.length > 0, (query) => query.where('id', 'not in', busy))
      .orderBy('next_run')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (mail) return mail;
  }
  return undefined;
}

/** When the next mail is due. */
export async function nextMailRun(db: Db): Promise<string | null> {
  const rows = await Promise.all(
    priorities.map((priority) =>
      db
        .selectFrom('mails')
        .select('next_run')
        .where('priority', '=', priority)
        .where('next_run', 'is not', null)
        .orderBy('next_run')
        .limit(1)
        .executeTakeFirst(),
    ),
  );
  return rows.map((row) => row?.next_run ?? null).reduce(earlier, null);
}

const earlier = (a: string | null, b: string | null): string | null =>
  a === null || (b !== null && b < a) ? b : a;

/** Before the dot goes out. False when the mail is not to be sent any more: it was deleted or canceled meanwhile. */
export const handOverMail = (tx: Db, id: number, tried: string): Promise<boolean> =>
  isFound(
    tx
      .updateTable('mails')
      .set({ state: 'handed-over', next_run: null, date_tried: tried })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .where('next_run', 'is not', null)
      .returning('id'),
  );

type MailChange = Updateable<Schema['mails']>;

export async function finishMail(tx: Db, id: number, change: MailChange): Promise<void> {
  await tx.updateTable('mails').set(change).where('id', '=', id).execute();
}

/** Unless its newsletter was canceled meanwhile: then it stays as it is, a mail that waits for nothing. */
export async function refuseMail(tx: Db, id: number, change: MailChange): Promise<void> {
  await tx
    .updateTable('mails')
    .set(change)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('state', '=', 'handed-over'), eb('next_run', 'is not', null)]))
    .execute();
}

/** The text of a personal mail is of no use once it was sent. */
export async function acceptMail(
  tx: Db,
  id: number,
  change: { response: string | null; date_settled: string },
): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ ...change, state: 'sent', next_run: null, content: null })
    .where('id', '=', id)
    .execute();
}

/** Mails that were on their way when the process ended, and whether one may come twice: a personal one that is still wanted. */
export async function mailsHandedOver(tx: Db): Promise<{ id: number; isRepeated: boolean }[]> {
  const rows = await tx
    .selectFrom('mails')
    .select(['id', 'content'])
    .where('state', '=', 'handed-over')
    .modifyEnd(dialectOf(tx).forUpdate)
    .execute();
  // Newsletters have no content of their own, nor have mails whose recipient was deleted.
  return rows.map(({ id, content }) => ({ id, isRepeated: content !== null }));
}

/** When the last mails were given to the SMTP server, latest first. */
export async function mailsTriedSince(db: Db, since: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('mails')
    .select('date_tried')
    .where('date_tried', '>', since)
    .orderBy('date_tried', 'desc')
    .limit(limit)
    .execute();
  return rows.flatMap(({ date_tried }) => date_tried ?? []);
}

type ServerState = { paused_until: string | null; failures: number; error: string | null };

export async function readServerState(db: Db): Promise<ServerState> {
  const row = await db
    .selectFrom('mail_server')
    .select(['paused_until', 'failures', 'error'])
    .executeTakeFirst();
  return row ?? { paused_until: null, failures: 0, error: null };
}

export async function writeServerState(tx: Db, state: ServerState): Promise<void> {
  await tx
    .insertInto('mail_server')
    .values({ id: 1, ...state })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(state))
    .execute();
}

/**
 * Gives up mails of a kind that were queued before; returns how many. One that was on its way, while the site has sent no mail
 * since, has almost certainly arrived.
 */
export async function expireMails(
  db: Db,
  { kind, before }: { kind: MailKind; before: string },
  { response, ...change }: { response: string; date_settled: string },
  limit: BatchSize,
): Promise<number> {
  const old = db
    .selectFrom('mails')
    .select('id')
    .where('kind', '=', kind)
    .where('date_added', '<', before)
    .limit(limit);
  // Each reads a range of an index, because the table is long: newsletters without a summary are few.
  const waiting =
    kind === 'newsletter'
      ? old.where('newsletter_id', 'in', (eb) =>
          eb
            .selectFrom('newsletters')
            .select('id')
            .where('summary', 'is', null)
            .where('date_added', '<', before),
        )
      : old.where('priority', '=', 0).where('next_run', 'is not', null);
  const ended = { ...change, next_run: null, content: null };
  const failed = db
    .updateTable('mails')
    .set((eb) => ({ ...ended, state: 'failed', response: eb.fn.coalesce('response', eb.val(response)) }))
    .where('id', 'in', waiting.where('state', '=', 'waiting'))
    .where('state', '=', 'waiting');
  const unconfirmed = db
    .updateTable('mails')
    .set({ ...ended, state: 'unconfirmed' })
    .where('id', 'in', old.where('state', '=', 'handed-over'))
    .where('state', '=', 'handed-over');
  return (await updatedRows(failed)) + (await updatedRows(unconfirmed));
}

const finishedStates: readonly MailState[] = ['sent', 'failed', 'suppressed', 'unconfirmed'];

const finishedBefore = (db: Db, before: string, limit: BatchSize) =>
  db
    .selectFrom('mails')
    .select('mails.id')
    .where('mails.date_settled', '<', before)
    .where('mails.state', 'in', finishedStates)
    .orderBy('mails.date_settled')
    .limit(limit);

/** Deletes mails to one person that were settled before. */
export async function deletePersonalMails(db: Db, before: string, limit: BatchSize): Promise<number> {
  const found = finishedBefore(db, before, limit).where('mails.newsletter_id', 'is', null);
  return deletedRows(db.deleteFrom('mails').where('id', 'in', found));
}

/**
 * Deletes an address from mails of these kinds: those that wait with it, of those that were sent only the address and what repeats
 * it, as the answers of SMTP servers often do.
 */
export async function deleteAddressOf(tx: Db, addressKey: string, kinds: readonly MailKind[]): Promise<void> {
  await tx
    .deleteFrom('mails')
    .where('address_key', '=', addressKey)
    .where('kind', 'in', kinds)
    .where('state', '=', 'waiting')
    .execute();
  await tx
    .updateTable('mails')
    .set({ address: '', address_key: '', content: null, response: null })
    .where('address_key', '=', addressKey)
    .where('kind', 'in', kinds)
    .execute();
}
