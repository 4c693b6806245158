import type { Selectable } from 'kysely';
import type { Db } from '../db/open.ts';
import type { Schema } from '../db/schema.ts';

/* Addresses that get no mail, by their keyed hash from `hashOfAddress`. */

export type Suppression = Selectable<Schema['mail_suppressions']>;

export const suppressionOf = (db: Db, address_hash: string): Promise<Suppression | undefined> =>
  db.selectFrom('mail_suppressions').selectAll().where('address_hash', '=', address_hash).executeTakeFirst();

/** An address that bounced stays one, whatever its recipient wants. */
export async function insertUnsubscribed(tx: Db, address_hash: string, date_added: string): Promise<void> {
  await tx
    .insertInto('mail_suppressions')
    .values({ address_hash, reason: 'unsubscribed', detail: '', date_added })
    .onConflict((conflict) => conflict.column('address_hash').doNothing())
    .execute();
}

export async function deleteSuppression(tx: Db, address_hash: string): Promise<void> {
  await tx.deleteFrom('mail_suppressions').where('address_hash', '=', address_hash).execute();
}
