import type { Selectable } from 'kysely';
import type { Db } from '../../../platform/db/open.ts';
import { deletedRows } from '../../../platform/db/results.ts';
import type { Schema } from '../../../platform/db/schema.ts';

export type SubscriptionRequest = Selectable<Schema['subscription_requests']>;

export async function insertRequest(tx: Db, request: Omit<SubscriptionRequest, 'id'>): Promise<void> {
  await tx.insertInto('subscription_requests').values(request).execute();
}

/** The oldest one after this id. */
export const nextRequest = (db: Db, after = 0): Promise<SubscriptionRequest | undefined> =>
  db
    .selectFrom('subscription_requests')
    .selectAll()
    .where('id', '>', after)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** False when it was deleted meanwhile. */
export const deleteRequest = async (tx: Db, id: number): Promise<boolean> =>
  (await deletedRows(tx.deleteFrom('subscription_requests').where('id', '=', id))) > 0;

export async function deleteRequestsBefore(db: Db, date: string): Promise<void> {
  await db.deleteFrom('subscription_requests').where('date_added', '<', date).execute();
}

/** Of confirmations that were sent, or could not be. */
export async function deleteConfirmationAddresses(db: Db, before: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ address: '', address_key: '', content: null, response: null })
    .where('kind', '=', 'confirmation')
    .where('address', '<>', '')
    .where('date_added', '<', before)
    .where('state', '<>', 'waiting')
    .execute();
}
