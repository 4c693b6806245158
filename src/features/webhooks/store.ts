import { type Insertable, sql } from 'kysely';
import type { Db } from '../../platform/db/open.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { Schema } from '../../platform/db/schema.ts';

const ids = prepared((db) => db.selectFrom('webhooks').select('id'));
/** Asked for with each change of a post. */
export const webhookIds = async (db: Db): Promise<number[]> => (await ids(db)).map(({ id }) => id);

export const allWebhooks = (db: Db) => db.selectFrom('webhooks').selectAll().orderBy('id').execute();

export const webhookById = (db: Db, id: number) =>
  db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst();

export const insertWebhook = (db: Db, webhook: Insertable<Schema['webhooks']>) =>
  db.insertInto('webhooks').values(webhook).returning('id').executeTakeFirstOrThrow();

export const deleteWebhook = (db: Db, id: number) =>
  db.deleteFrom('webhooks').where('id', '=', id).returning('url').executeTakeFirst();

export async function insertCalls(db: Db, calls: Insertable<Schema['webhook_calls']>[]): Promise<void> {
  if (calls.length > 0) await db.insertInto('webhook_calls').values(calls).execute();
}

export const callsOf = (db: Db, webhookId: number) =>
  db
    .selectFrom('webhook_calls')
    .select(['type', 'date_added', 'error', 'next_run'])
    .where('webhook_id', '=', webhookId)
    .orderBy('id', 'desc')
    .limit(1000)
    .execute();

export const dueCalls = (db: Db, now: string, limit: number) =>
  db
    .selectFrom('webhook_calls as c')
    .innerJoin('webhooks as w', 'w.id', 'c.webhook_id')
    .select(['c.id', 'c.message_id', 'c.payload', 'c.attempts', 'w.url', 'w.secret'])
    .where('c.next_run', '<=', now)
    .orderBy('c.id')
    .limit(limit)
    .execute();

export async function nextCall(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('webhook_calls')
    .select('next_run')
    .where('next_run', 'is not', null)
    .orderBy('next_run')
    .limit(1)
    .executeTakeFirst();
  return row?.next_run ?? null;
}

export async function finishCall(
  db: Db,
  id: number,
  result: { attempts: number; next_run: string | null; error: string } | null,
): Promise<void> {
  if (result === null) await db.deleteFrom('webhook_calls').where('id', '=', id).execute();
  else await db.updateTable('webhook_calls').set(result).where('id', '=', id).execute();
}

export async function deleteCallsBefore(db: Db, date: string): Promise<void> {
  await db.deleteFrom('webhook_calls').where('next_run', 'is', null).where('date_added', '<', date).execute();
}

export const knownPosts = (db: Db, postIds: readonly number[]) =>
  db.selectFrom('webhook_posts').selectAll().where('post_id', 'in', postIds).execute();

/** What webhooks know of a post; null: nothing any more. */
export async function rememberPost(db: Db, post_id: number, fingerprint: string | null): Promise<void> {
  if (fingerprint === null) await db.deleteFrom('webhook_posts').where('post_id', '=', post_id).execute();
  else
    await db
      .insertInto('webhook_posts')
      .values({ post_id, fingerprint })
      .onConflict((conflict) => conflict.column('post_id').doUpdateSet({ fingerprint }))
      .execute();
}

/** The first webhook learns of changes of posts that exist, not of their publication. */
export async function rememberPublished(db: Db): Promise<void> {
  await db.deleteFrom('webhook_posts').execute();
  await db
    .insertInto('webhook_posts')
    .columns(['post_id', 'fingerprint'])
    .expression((eb) =>
      eb
        .selectFrom('posts')
        .select(['id', sql<string>`''`.as('fingerprint')])
        .where('active', '=', 1),
    )
    .execute();
}
