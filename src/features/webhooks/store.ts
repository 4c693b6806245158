import { type Insertable, sql } from 'kysely';
import type { Db } from '../../platform/db/open.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { Schema } from '../../platform/db/schema.ts';

/** Calls that wait are in the outbox, with the id of the webhook as their host. */
export const callKind = 'webhooks';

/** Asked for with each change of a post. */
export const allWebhooks = prepared((db) => db.selectFrom('webhooks').selectAll().orderBy('id'));

export const webhookById = async (db: Db, id: number) =>
  (await allWebhooks(db)).find((webhook) => webhook.id === id);

export const insertWebhook = (db: Db, webhook: Insertable<Schema['webhooks']>) =>
  db.insertInto('webhooks').values(webhook).returning('id').executeTakeFirstOrThrow();

export const deleteWebhook = (db: Db, id: number) =>
  db.deleteFrom('webhooks').where('id', '=', id).returning('url').executeTakeFirst();

const failures = (db: Db, webhookId: number) =>
  db.selectFrom('webhook_failures').where('webhook_id', '=', webhookId).orderBy('id', 'desc').limit(20);

export const failuresOf = (db: Db, webhookId: number) => failures(db, webhookId).selectAll().execute();

/** Only the last ones are kept, and none of a webhook that was removed meanwhile. */
export async function insertFailure(db: Db, failure: Insertable<Schema['webhook_failures']>): Promise<void> {
  const { webhook_id } = failure;
  if (!(await webhookById(db, webhook_id))) return;
  await db.insertInto('webhook_failures').values(failure).execute();
  const others = db.deleteFrom('webhook_failures').where('webhook_id', '=', webhook_id);
  await others.where('id', 'not in', failures(db, webhook_id).select('id')).execute();
}

export async function knownFingerprint(db: Db, postId: number): Promise<string | undefined> {
  const known = db.selectFrom('webhook_posts').select('fingerprint').where('post_id', '=', postId);
  return (await known.executeTakeFirst())?.fingerprint;
}

/** What webhooks know of a post; null: nothing any more. */
export async function rememberPost(db: Db, post_id: number, fingerprint: string | null): Promise<void> {
  await db.deleteFrom('webhook_posts').where('post_id', '=', post_id).execute();
  if (fingerprint !== null) await db.insertInto('webhook_posts').values({ post_id, fingerprint }).execute();
}

/** The first webhook learns of changes of posts that exist, not of their publication. */
export async function rememberPublished(db: Db): Promise<void> {
  await db.deleteFrom('webhook_posts').execute();
  const published = sql`select id, '' from posts where active = 1`;
  await sql`insert into webhook_posts (post_id, fingerprint) ${published}`.execute(db);
}
