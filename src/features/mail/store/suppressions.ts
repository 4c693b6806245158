import type { Selectable } from 'kysely';
import type { Db } from '../../../platform/db/open.ts';
import type { Schema } from '../../../platform/db/schema.ts';

/* Addresses that get no mail, by their keyed hash from `hashOfAddress`. */

type Suppression = Selectable<Schema['mail_suppressions']>;

/** Of the address with these hashes; a bounce before others. */
export const suppressionOf = (db: Db, hashes: readonly string[]): Promise<Suppression | undefined> =>
  db
    .selectFrom('mail_suppressions')
    .selectAll()
    .where('address_hash', 'in', hashes)
    .orderBy('reason')
    .limit(1)
    .executeTakeFirst();

/** An address that bounced stays one, whatever its recipient wants. */
export async function insertUnsubscribed(tx: Db, address_hash: string, date_added: string): Promise<void> {
  await tx
    .insertInto('mail_suppressions')
    .values({ address_hash, reason: 'unsubscribed', detail: '', date_added })
    .onConflict((conflict) => conflict.column('address_hash').doNothing())
    .execute();
}

export async function deleteSuppressions(
  tx: Db,
  hashes: readonly string[],
  reason?: 'bounced',
): Promise<void> {
  await tx
    .deleteFrom('mail_suppressions')
    .where('address_hash', 'in', hashes)
    .$if(reason !== undefined, (query) => query.where('reason', '=', reason ?? 'bounced'))
    .execute();
}

export type Bounce = { date: string; detail: string };

/** The hashes among the given ones whose addresses get no mail, or those that bounced. */
export async function suppressedAmong(
  db: Db,
  hashes: readonly string[],
  reason?: 'bounced',
): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await db
    .selectFrom('mail_suppressions')
    .select('address_hash')
    .$if(reason !== undefined, (query) => query.where('reason', '=', reason ?? 'bounced'))
    .where('address_hash', 'in', hashes)
    .execute();
  return new Set(rows.map(({ address_hash }) => address_hash));
}

/** A bounce replaces that a reader unsubscribed. */
export async function insertBounce(tx: Db, hash: string, { date, detail }: Bounce): Promise<void> {
  const values = { reason: 'bounced', detail, date_added: date } as const;
  await tx
    .insertInto('mail_suppressions')
    .values({ address_hash: hash, ...values })
    .onConflict((conflict) => conflict.column('address_hash').doUpdateSet(values))
    .execute();
}

/** Sets or clears the bounce of the people with this address. */
export async function markBounced(tx: Db, addressKey: string, bounce: Bounce | null): Promise<void> {
  for (const table of ['subscribers', 'commenters'] as const)
    await tx
      .updateTable(table)
      .set({ date_bounced: bounce?.date ?? null, bounce: bounce?.detail ?? null })
      .where('address_key', '=', addressKey)
      .execute();
}
