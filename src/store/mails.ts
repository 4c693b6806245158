import type { Insertable } from 'kysely';
import type { Db } from '../db/open.ts';
import type { Schema } from '../db/schema.ts';

/** False when one with the same Message-ID exists. */
export async function insertMail(tx: Db, mail: Insertable<Schema['mails']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('mails')
    .values(mail)
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .executeTakeFirst();
  return Boolean(numInsertedOrUpdatedRows);
}
