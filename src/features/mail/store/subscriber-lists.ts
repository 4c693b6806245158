import { type Insertable, sql } from 'kysely';
import { dialectOf } from '../../../platform/db/dialect.ts';
import type { Db } from '../../../platform/db/open.ts';
import { countRows } from '../../../platform/db/results.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { countSubscribers } from '../../../platform/db/totals.ts';

export type SubscriberFilter = {
  /** In small letters; anywhere in the address. */
  search: string;
  state: 'all' | 'active' | 'weekly' | 'bounced';
};

/**
 * A search compares all addresses: an index for parts of words would cost more with each subscription than it saves in the few
 * searches of one owner.
 */
const filtered = (db: Db, { search, state }: SubscriberFilter) =>
  db
    .selectFrom('subscribers as s')
    .$if(search !== '', (query) => query.where(dialectOf(db).contains(sql`s.address_key`, search)))
    .$if(state === 'active', (query) => query.where('s.date_bounced', 'is', null))
    .$if(state === 'weekly', (query) => query.where('s.frequency', '=', 'weekly'))
    .$if(state === 'bounced', (query) => query.where('s.date_bounced', 'is not', null));

const listed = (db: Db) => [
  's.id' as const,
  's.address' as const,
  's.frequency' as const,
  's.all_posts' as const,
  's.source' as const,
  's.date_added' as const,
  's.date_confirmed' as const,
  's.date_bounced' as const,
  's.bounce' as const,
  dialectOf(db)
    .jsonRows(
      { path: sql`c.category_path` },
      sql`subscriber_categories as sc join categories as c on c.id = sc.category_id
        where sc.subscriber_id = s.id`,
    )
    .as('categories'),
];

/** The newest come first. */
export const listSubscribers = (
  db: Db,
  filter: SubscriberFilter,
  { limit, offset }: { limit: number; offset: number },
) => filtered(db, filter).select(listed(db)).orderBy('s.id', 'desc').limit(limit).offset(offset).execute();

/** `categories`: JSON, the paths of the chosen ones. */
export type ListedSubscriber = Awaited<ReturnType<typeof listSubscribers>>[number];

export async function countMatching(db: Db, filter: SubscriberFilter): Promise<number> {
  if (filter.search === '') return (await countSubscribers(db))[filter.state];
  return countRows(filtered(db, filter));
}

export async function subscriberIds(db: Db, filter: SubscriberFilter, limit: number): Promise<number[]> {
  const rows = await filtered(db, filter).select('s.id').orderBy('s.id', 'desc').limit(limit).execute();
  return rows.map(({ id }) => id);
}

/** By id, after this one: for exports, which read all of them in batches. */
export const subscribersAfter = (db: Db, after: number, limit: number): Promise<ListedSubscriber[]> =>
  db
    .selectFrom('subscribers as s')
    .select(listed(db))
    .where('s.id', '>', after)
    .orderBy('s.id')
    .limit(limit)
    .execute();

/** Adds those whose addresses have no row yet, and returns these. */
export async function insertNewSubscribers(
  tx: Db,
  rows: readonly Insertable<Schema['subscribers']>[],
): Promise<{ id: number; address_key: string }[]> {
  if (rows.length === 0) return [];
  return tx
    .insertInto('subscribers')
    .values(rows)
    .onConflict((conflict) => conflict.column('address_key').doNothing())
    .returning(['id', 'address_key'])
    .execute();
}

export async function insertChosenCategories(
  tx: Db,
  rows: readonly Schema['subscriber_categories'][],
): Promise<void> {
  const atOnce = dialectOf(tx).insert.rowsPerStatement(2);
  for (let from = 0; from < rows.length; from += atOnce)
    await tx
      .insertInto('subscriber_categories')
      .values(rows.slice(from, from + atOnce))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Deletes rows that the same transaction has inserted, so nothing else refers to them yet. */
export async function deleteInserted(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('subscribers').where('id', 'in', ids).execute();
}
