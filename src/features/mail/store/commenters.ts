import { type Selectable, sql } from 'kysely';
import type { PostTransaction } from '../../../core/site/store/post-transaction.ts';
import { dialectOf } from '../../../platform/db/dialect.ts';
import type { BatchSize } from '../../../platform/db/in-batches.ts';
import type { Db } from '../../../platform/db/open.ts';
import { updatedRows } from '../../../platform/db/results.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { deleteAddressOf } from './mails.ts';
import { deleteTokensOf } from './tokens.ts';

export type StoredCommenter = Selectable<Schema['commenters']>;

/** Of the comments above a reply: no thread that people write is as deep. */
const maxAncestors = 100;

/**
 * Lets an address follow a comment. The statements are the same whether the address is known or not. With `date_due`, the
 * confirmation has to be sent, unless it was or need not be.
 */
export async function followComment(
  tx: Db,
  commentId: number,
  {
    address,
    address_key,
    date_added,
    date_due,
  }: {
    address: string;
    address_key: string;
    date_added: string;
    date_due: string | null;
  },
): Promise<void> {
  const { id } = await tx
    .insertInto('commenters')
    .values({ address, address_key, date_added, date_confirmed: null, date_due })
    .onConflict((conflict) =>
      conflict.column('address_key').doUpdateSet((eb) => ({
        date_due: eb
          .case()
          .when(
            eb.and([eb('commenters.date_confirmed', 'is', null), eb('commenters.date_asked', 'is', null)]),
          )
          .then(eb.fn.coalesce('commenters.date_due', 'excluded.date_due'))
          .else(eb.ref('commenters.date_due'))
          .end(),
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('comment_followers')
    .values({ comment_id: commentId, commenter_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whose confirmations have to be sent, after this id. */
export async function dueCommenters(db: Db, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('commenters')
    .select('id')
    .where('date_due', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Locked until the transaction ends, if the confirmation still has to be sent. */
export const lockDue = (tx: Db, id: number): Promise<StoredCommenter | undefined> =>
  tx
    .selectFrom('commenters')
    .selectAll()
    .where('id', '=', id)
    .where('date_due', 'is not', null)
    .modifyEnd(dialectOf(tx).forUpdate)
    .executeTakeFirst();

export async function setAsked(tx: Db, id: number, date_asked: string): Promise<void> {
  await tx.updateTable('commenters').set({ date_asked, date_due: null }).where('id', '=', id).execute();
}

export async function setNotDue(tx: Db, id: number): Promise<void> {
  await tx.updateTable('commenters').set({ date_due: null }).where('id', '=', id).execute();
}

/** False when the address was forgotten meanwhile. */
export const setConfirmed = async (tx: Db, id: number, date_confirmed: string): Promise<boolean> =>
  (await updatedRows(
    tx.updateTable('commenters').set({ date_confirmed, date_due: null }).where('id', '=', id),
  )) > 0;

/** The confirmations of followers of these comments, which are approved now, have to be sent. False when there are none. */
export const setDue = async (tx: Db, commentIds: readonly number[], now: string): Promise<boolean> =>
  (await updatedRows(
    tx
      .updateTable('commenters')
      .set({ date_due: now })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('comment_followers')
          .select('commenter_id')
          .where('comment_id', 'in', [...commentIds]),
      )
      .where('date_confirmed', 'is', null)
      .where('date_asked', 'is', null),
  )) > 0;

/** Marks comments as notified of, and returns the ids of those that were not before. */
export async function claimNotified(
  { db }: PostTransaction,
  ids: readonly number[],
  date_told: string,
): Promise<number[]> {
  const rows = await db
    .updateTable('comments')
    .set({ date_told })
    .where('id', 'in', [...ids])
    .where('date_told', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

type Following = { commenter_id: number; address: string; comment_id: number };

/** The confirmed followers of these comments. */
export async function followersOf(tx: Db, ids: readonly number[]): Promise<Following[]> {
  // PostgreSQL has no empty lists.
  if (ids.length === 0) return [];
  return tx
    .selectFrom('comment_followers as f')
    .innerJoin('commenters as c', 'c.id', 'f.commenter_id')
    .select(['c.id as commenter_id', 'c.address', 'f.comment_id'])
    .where('f.comment_id', 'in', [...ids])
    .where('c.date_confirmed', 'is not', null)
    .where('c.date_bounced', 'is', null)
    .orderBy('f.comment_id')
    .execute();
}

/**
 * The confirmed followers of the comments above these replies, as far as readers see that the reply belongs to them. Not the
 * author of the reply, who is known by the address or by the browser.
 */
export const followersAbove = (
  tx: Db,
  ids: readonly number[],
): Promise<(Following & { reply_id: number })[]> =>
  tx
    .withRecursive('above(reply_id, comment_id, depth)', (cte) =>
      cte
        .selectFrom('comments')
        .select(['id as reply_id', sql<number>`parent_id`.as('comment_id'), sql<number>`1`.as('depth')])
        .where('id', 'in', [...ids])
        .where('parent_id', 'is not', null)
        .unionAll(
          cte
            .selectFrom('above')
            .innerJoin('comments', 'comments.id', 'above.comment_id')
            .select([
              'above.reply_id',
              sql<number>`comments.parent_id`.as('comment_id'),
              sql<number>`above.depth + 1`.as('depth'),
            ])
            .where('comments.parent_id', 'is not', null)
            .where('comments.approved', '=', 1)
            .where('above.depth', '<', maxAncestors),
        ),
    )
    .selectFrom('above')
    .innerJoin('comments as followed', 'followed.id', 'above.comment_id')
    .innerJoin('comments as reply', 'reply.id', 'above.reply_id')
    .innerJoin('comment_followers as f', 'f.comment_id', 'followed.id')
    .innerJoin('commenters as c', 'c.id', 'f.commenter_id')
    .select(['above.reply_id', 'c.id as commenter_id', 'c.address', 'f.comment_id'])
    .where('followed.approved', '=', 1)
    .where('c.date_confirmed', 'is not', null)
    .where('c.date_bounced', 'is', null)
    .where((eb) =>
      eb.or([
        eb('reply.person', 'is', null),
        eb('followed.person', 'is', null),
        eb('reply.person', '!=', eb.ref('followed.person')),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('comment_followers as own')
            .select('own.comment_id')
            .whereRef('own.comment_id', '=', 'above.reply_id')
            .whereRef('own.commenter_id', '=', 'c.id'),
        ),
      ),
    )
    .orderBy('above.reply_id')
    .orderBy('above.depth')
    .execute();

/** What a mail says about posts. */
export const postsOfComments = (tx: Db, ids: readonly number[]) =>
  tx
    .selectFrom('posts')
    .select(['id', 'post_title', 'post_title_web', 'active'])
    .where('id', 'in', [...new Set(ids)])
    .execute();

/**
 * Deletes an address really: those of waiting mails with the mails, those of sent ones from their rows. The same address may
 * have subscribed, which stays.
 */
export async function deleteCommenter(tx: Db, id: number): Promise<boolean> {
  const row = await tx
    .deleteFrom('commenters')
    .where('id', '=', id)
    .returning('address_key')
    .executeTakeFirst();
  if (!row) return false;
  const { address_key } = row;
  await deleteTokensOf(tx, 'commenter', address_key);
  await deleteAddressOf(tx, address_key, ['commenter']);
  return true;
}

/** Addresses that were not confirmed in time, and those of commenters whose comments are all gone. */
export async function expiredCommenters(
  tx: Db,
  { askedBefore, addedBefore }: { askedBefore: string; addedBefore: string },
  limit: BatchSize,
): Promise<number[]> {
  const rows = await tx
    .selectFrom('commenters as c')
    .select('c.id')
    .where((eb) =>
      eb.or([
        eb.and([
          eb('c.date_confirmed', 'is', null),
          eb.or([
            eb(eb.fn.coalesce('c.date_asked', 'c.date_due'), '<', askedBefore),
            eb.and([eb('c.date_asked', 'is', null), eb('c.date_added', '<', addedBefore)]),
          ]),
        ]),
        eb.and(
          (['comment_followers', 'deleted_followers'] as const).map((table) =>
            eb.not(
              eb.exists(eb.selectFrom(table).select('comment_id').whereRef('commenter_id', '=', 'c.id')),
            ),
          ),
        ),
      ]),
    )
    .orderBy('c.id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** An unconfirmed address whose confirmation has expired, or was not sent in time. */
export const expiredCommenter = (tx: Db, address_key: string, askedBefore: string) =>
  tx
    .selectFrom('commenters')
    .select('id')
    .where('address_key', '=', address_key)
    .where('date_confirmed', 'is', null)
    .where((eb) => eb(eb.fn.coalesce('date_asked', 'date_due'), '<', askedBefore))
    .executeTakeFirst();
