import type { Db } from '../../../platform/db/open.ts';

/** When the last mail was handed to the SMTP server; null: none was. */
export async function lastMailSent(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('mails')
    .select('date_settled')
    .where('date_settled', 'is not', null)
    .orderBy('date_settled', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.date_settled ?? null;
}

type SentMail = { id: number; address: string; address_key: string };

/** The mails with these Message-IDs that the SMTP server has accepted since then, and whose recipients still exist. */
export async function sentMails(tx: Db, messageIds: readonly string[], since: string): Promise<SentMail[]> {
  if (messageIds.length === 0) return [];
  return tx
    .selectFrom('mails')
    .select(['id', 'address', 'address_key'])
    .where('message_id', 'in', messageIds)
    .where('state', 'in', ['sent', 'unconfirmed', 'handed-over', 'failed'])
    .where('date_added', '>=', since)
    .where('address', '<>', '')
    .execute();
}

export async function markReturned(
  tx: Db,
  id: number,
  { isFailed, response }: { isFailed: boolean; response: string },
): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ response, ...(isFailed && { state: 'failed' as const }) })
    .where('id', '=', id)
    .execute();
}

/** The post of a newsletter that was sent to this recipient; undefined when none of the Message-IDs is that of one. */
export const mailedPost = async (
  db: Db,
  messageIds: readonly string[],
  addressKey: string,
  since: string,
): Promise<{ post_id: number } | undefined> => {
  if (messageIds.length === 0) return undefined;
  const row = await db
    .selectFrom('mails as m')
    .innerJoin('newsletters as n', 'n.id', 'm.newsletter_id')
    .select('n.post_id')
    .where('m.message_id', 'in', messageIds)
    .where('m.address_key', '=', addressKey)
    .where('m.date_added', '>=', since)
    .where('n.post_id', 'is not', null)
    .executeTakeFirst();
  return row?.post_id == null ? undefined : { post_id: row.post_id };
};
