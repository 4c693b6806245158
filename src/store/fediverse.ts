import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

export type FediverseActor = {
  actor: string;
  inbox: string;
  shared_inbox: string | null;
  handle: string;
  name: string;
  url: string | null;
};

const columns = ['actor', 'inbox', 'shared_inbox', 'host', 'handle', 'name', 'url', 'date_followed'] as const;

/** Adds an actor of another server, or updates it. Whether they follow the blog stays as it is. */
export async function putActor(tx: Db, actor: FediverseActor, now: string): Promise<void> {
  const row = {
    inbox: actor.inbox,
    shared_inbox: actor.shared_inbox,
    host: new URL(actor.shared_inbox ?? actor.inbox).host,
    handle: actor.handle,
    name: actor.name,
    url: actor.url,
    date_seen: now,
  };
  await tx
    .insertInto('fediverse_actors')
    .values({ actor: actor.actor, ...row })
    .onConflict((conflict) => conflict.column('actor').doUpdateSet(row))
    .execute();
}

export const actorById = (db: Db, actor: string) =>
  db.selectFrom('fediverse_actors').select(columns).where('actor', '=', actor).executeTakeFirst();

/** A known actor follows the blog since now; a repeated Follow keeps the first date. */
export async function addFollower(tx: Db, actor: string, followId: string, now: string): Promise<void> {
  await tx
    .updateTable('fediverse_actors')
    .set((eb) => ({ follow_id: followId, date_followed: eb.fn.coalesce('date_followed', eb.val(now)) }))
    .where('actor', '=', actor)
    .execute();
}

/** False when they did not follow the blog. */
export async function removeFollower(tx: Db, actor: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('fediverse_actors')
    .set({ follow_id: null, date_followed: null })
    .where('actor', '=', actor)
    .where('date_followed', 'is not', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The actor was deleted on the other server. */
export async function removeActor(tx: Db, actor: string): Promise<void> {
  await tx.deleteFrom('fediverse_actors').where('actor', '=', actor).execute();
}

export async function countFollowers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('fediverse_actors')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('date_followed', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Newest first. */
export const recentFollowers = (db: Db, limit: number) =>
  db
    .selectFrom('fediverse_actors')
    .select(columns)
    .where('date_followed', 'is not', null)
    .orderBy('date_followed', 'desc')
    .orderBy('actor')
    .limit(limit)
    .execute();

/* What was announced. */

export type SentObject = {
  kind: 'post' | 'answer';
  subject_id: number;
  post_id: number;
  version: number;
  hash: string;
  deleted: number;
  recipient: string | null;
  date_sent: string;
};

const sent = (db: Db) =>
  db
    .selectFrom('fediverse_objects')
    .select(['kind', 'subject_id', 'post_id', 'version', 'hash', 'deleted', 'recipient', 'date_sent']);

export const sentObject = (db: Db, kind: SentObject['kind'], id: number): Promise<SentObject | undefined> =>
  sent(db).where('kind', '=', kind).where('subject_id', '=', id).executeTakeFirst();

/** What was announced of several posts. */
export const sentPosts = (db: Db, ids: readonly number[]): Promise<SentObject[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : sent(db).where('kind', '=', 'post').where('subject_id', 'in', ids).execute();

/** The owner's answers below a post that were announced. */
export const sentAnswers = (db: Db, postId: number): Promise<SentObject[]> =>
  sent(db).where('kind', '=', 'answer').where('post_id', '=', postId).orderBy('subject_id').execute();

export async function putSentObject(tx: Db, { kind, subject_id, ...row }: SentObject): Promise<void> {
  await tx
    .insertInto('fediverse_objects')
    .values({ kind, subject_id, ...row })
    .onConflict((conflict) => conflict.columns(['kind', 'subject_id']).doUpdateSet(row))
    .execute();
}

/** Who wrote a comment; null where that is unknown. */
export async function personOf(db: Db, commentId: number): Promise<string | null> {
  const row = await db.selectFrom('comments').select('person').where('id', '=', commentId).executeTakeFirst();
  return row?.person ?? null;
}

/** Replies to an answer are found by the id that others know it by. */
export async function setOriginOfAnswer(tx: Db, commentId: number, originId: string): Promise<void> {
  await tx.updateTable('comments').set({ origin_id: originId }).where('id', '=', commentId).execute();
}

/* The key-value store of Fedify. */

export async function readValue(db: Db, name: string, now: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('fediverse_values')
    .select('value')
    .where('name', '=', name)
    .where((eb) => eb.or([eb('expires', 'is', null), eb('expires', '>', now)]))
    .executeTakeFirst();
  return row?.value;
}

export async function writeValue(db: Db, name: string, value: string, expires: string | null): Promise<void> {
  await db
    .insertInto('fediverse_values')
    .values({ name, value, expires })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, expires }))
    .execute();
}

/** Unless there is one that has not expired; false then. */
export async function addValue(
  db: Db,
  name: string,
  value: string,
  { now, expires }: { now: string; expires: string | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into fediverse_values (name, value, expires) values (${name}, ${value}, ${expires})
    on conflict (name) do update set value = excluded.value, expires = excluded.expires
    where fediverse_values.expires is not null and fediverse_values.expires <= ${now}`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

export async function deleteValue(db: Db, name: string): Promise<void> {
  await db.deleteFrom('fediverse_values').where('name', '=', name).execute();
}

export const valuesNamed = (db: Db, prefix: string, now: string) =>
  db
    .selectFrom('fediverse_values')
    .select(['name', 'value'])
    .where('name', '>=', prefix)
    .where('name', '<', `${prefix}\u{10ffff}`)
    .where((eb) => eb.or([eb('expires', 'is', null), eb('expires', '>', now)]))
    .orderBy('name')
    .execute();

export async function deleteExpiredValues(db: Db, now: string): Promise<void> {
  await db.deleteFrom('fediverse_values').where('expires', '<=', now).execute();
}
