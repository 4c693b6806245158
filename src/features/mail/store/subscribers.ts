import { type Selectable, sql } from 'kysely';
import { dialectOf } from '../../../platform/db/dialect.ts';
import type { Db } from '../../../platform/db/open.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { Choices } from '../api/subscriptions.ts';
import type { Frequency } from '../tables.ts';
import { deleteAddressOf } from './mails.ts';
import { deleteTokensOf } from './tokens.ts';

export type Subscriber = Selectable<Schema['subscribers']>;

type NewSubscriber = Choices & {
  /** As `normalizedAddress` returns it. */
  address: string;
  address_key: string;
  source: Subscriber['source'];
  date_added: string;
  date_confirmed: string;
};

export const subscriberById = (db: Db, id: number): Promise<Subscriber | undefined> =>
  db.selectFrom('subscribers').selectAll().where('id', '=', id).executeTakeFirst();

export const subscriberByAddress = (db: Db, address_key: string): Promise<Subscriber | undefined> =>
  db.selectFrom('subscribers').selectAll().where('address_key', '=', address_key).executeTakeFirst();

/** The categories of each of these subscribers; those who have none are missing. */
export async function categoriesOfSubscribers(
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number[]>> {
  const found = new Map<number, number[]>();
  if (ids.length === 0) return found;
  const rows = await db
    .selectFrom('subscriber_categories')
    .selectAll()
    .where('subscriber_id', 'in', ids)
    .orderBy('category_id')
    .execute();
  for (const { subscriber_id, category_id } of rows)
    found.set(subscriber_id, [...(found.get(subscriber_id) ?? []), category_id]);
  return found;
}

/** The id of the new subscriber; null when the address has one. */
export async function insertSubscriber(
  tx: Db,
  { all_posts, categories, ...rest }: NewSubscriber,
): Promise<number | null> {
  const row = await tx
    .insertInto('subscribers')
    .values({ ...rest, all_posts: all_posts ? 1 : 0 })
    .onConflict((conflict) => conflict.column('address_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) return null;
  await insertCategories(tx, row.id, categories);
  return row.id;
}

/** False when there is no such subscriber. */
export async function changeSubscriber(
  tx: Db,
  id: number,
  { frequency, all_posts, categories }: Choices,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('subscribers')
    .set({ frequency, all_posts: all_posts ? 1 : 0 })
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await tx.deleteFrom('subscriber_categories').where('subscriber_id', '=', id).execute();
  await insertCategories(tx, id, categories);
  return true;
}

/** A subscriber who confirms the address again gets mail again. */
export async function clearBounce(tx: Db, id: number): Promise<void> {
  await tx
    .updateTable('subscribers')
    .set({ date_bounced: null, bounce: null })
    .where('id', '=', id)
    .execute();
}

/** Categories that were deleted meanwhile are left out. */
async function insertCategories(tx: Db, id: number, categories: readonly number[]): Promise<void> {
  if (categories.length === 0) return;
  await tx
    .insertInto('subscriber_categories')
    .columns(['subscriber_id', 'category_id'])
    .expression((eb) =>
      eb
        .selectFrom('categories')
        .select([sql<number>`cast(${id} as integer)`.as('subscriber_id'), 'categories.id as category_id'])
        .where('categories.id', 'in', [...new Set(categories)]),
    )
    .execute();
}

/**
 * Deletes a subscriber and every trace of the address: categories, requests, links, mails that wait. Of mails that were sent only
 * the counts stay. What the address gets for another reason, as a commenter or as the owner, is left alone. Returns the address,
 * or null when there is no such subscriber.
 */
export async function deleteSubscriber(tx: Db, id: number): Promise<string | null> {
  const subscriber = await tx
    .selectFrom('subscribers')
    .select(['address', 'address_key'])
    .where('id', '=', id)
    // A newsletter that adds a mail for this subscriber at the same time is waited for.
    .modifyEnd(dialectOf(tx).forUpdate)
    .executeTakeFirst();
  if (!subscriber) return null;
  const { address, address_key } = subscriber;
  await tx.deleteFrom('subscription_requests').where('address_key', '=', address_key).execute();
  await deleteTokensOf(tx, 'subscribe', address_key);
  // Commenters confirm their address by a mail of the same kind.
  const isCommenter =
    (await tx
      .selectFrom('commenters')
      .select('id')
      .where('address_key', '=', address_key)
      .executeTakeFirst()) !== undefined;
  await deleteAddressOf(tx, address_key, isCommenter ? ['newsletter'] : ['newsletter', 'confirmation']);
  await tx.deleteFrom('subscribers').where('id', '=', id).execute();
  return address;
}

export type SubscriberFilter = {
  frequency: Frequency;
  /** The categories of a post and those above them. Left out: subscribers of all categories. */
  categories?: readonly number[];
};

/** Subscribers who get mail, in the order of their ids, from the first one after `after`. */
export const activeSubscribers = (
  db: Db,
  after: number,
  limit: number,
  { frequency, categories }: SubscriberFilter,
): Promise<Subscriber[]> =>
  db
    .selectFrom('subscribers')
    .selectAll()
    .where('id', '>', after)
    .where('date_bounced', 'is', null)
    .where('frequency', '=', frequency)
    .$if(categories !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('all_posts', '=', 1),
          ...(categories && categories.length > 0
            ? [
                eb.exists(
                  eb
                    .selectFrom('subscriber_categories')
                    .select('category_id')
                    .whereRef('subscriber_id', '=', 'subscribers.id')
                    .where('category_id', 'in', categories),
                ),
              ]
            : []),
        ]),
      ),
    )
    .orderBy('id')
    .limit(limit)
    .execute();
