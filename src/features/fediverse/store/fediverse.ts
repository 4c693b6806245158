import type { Selectable } from 'kysely';
import type { Db } from '../../../platform/db/open.ts';
import { countRows, updatedRows } from '../../../platform/db/results.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { wakeHost } from '../../../platform/jobs/outbox/store.ts';
import type { RemoteActor } from '../remote-actor.ts';
import { deliverKind } from './deliveries.ts';

const columns = [
  'actor',
  'inbox',
  'shared_inbox',
  'host',
  'handle',
  'name',
  'url',
  'follow_id',
  'date_followed',
  'date_blocked',
] as const;

/**
 * Adds an actor of another server that has just sent something, or updates it. Whether they follow the blog stays as it is. A
 * host that was given up, or that is left alone for a while, is sent to again.
 */
export async function putActor(tx: Db, actor: RemoteActor, now: string): Promise<void> {
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
  await wakeHost(tx, deliverKind, row.host, now);
}

export const actorById = (db: Db, actor: string) =>
  db.selectFrom('fediverse_actors').select(columns).where('actor', '=', actor).executeTakeFirst();

/** A known actor follows the blog since now; a repeated Follow keeps the first date. */
export async function addFollower(tx: Db, actor: string, followId: string, now: string): Promise<void> {
  await tx
    .updateTable('fediverse_actors')
    .set((eb) => ({
      follow_id: followId,
      date_followed: eb.fn.coalesce('date_followed', eb.val(now)),
      date_blocked: null,
    }))
    .where('actor', '=', actor)
    .execute();
}

/** False when they did not follow the blog. */
export const removeFollower = async (tx: Db, actor: string, now: string): Promise<boolean> =>
  (await updatedRows(
    tx
      .updateTable('fediverse_actors')
      .set({ follow_id: null, date_followed: null, date_unfollowed: now })
      .where('actor', '=', actor)
      .where('date_followed', 'is not', null),
  )) > 0;

/** An actor who blocks the blog, or no longer does. */
export async function setBlocking(tx: Db, actor: string, since: string | null): Promise<void> {
  await tx.updateTable('fediverse_actors').set({ date_blocked: since }).where('actor', '=', actor).execute();
}

/**
 * The inboxes of those who have a post without following the blog: they did when it was sent or changed, or replied to it. Without
 * those who block the blog.
 */
export async function otherRecipients(tx: Db, postId: number, since: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('fediverse_actors as a')
    .select((eb) => eb.fn.coalesce('a.shared_inbox', 'a.inbox').as('inbox'))
    .distinct()
    .where('a.date_followed', 'is', null)
    .where('a.date_blocked', 'is', null)
    .where((eb) =>
      eb.or([
        eb('a.date_unfollowed', '>=', since),
        eb.exists(
          eb
            .selectFrom('comments as c')
            .select('c.id')
            .whereRef('c.person', '=', 'a.actor')
            .where('c.post_id', '=', postId)
            .where('c.source', '=', 'fediverse'),
        ),
      ]),
    )
    .execute();
  return rows.map(({ inbox }) => inbox);
}

/** The actor was deleted on the other server. */
export async function removeActor(tx: Db, actor: string): Promise<void> {
  await tx.deleteFrom('fediverse_actors').where('actor', '=', actor).execute();
}

export const countFollowers = (db: Db): Promise<number> =>
  countRows(db.selectFrom('fediverse_actors').where('date_followed', 'is not', null));

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

export type SentObject = Selectable<Schema['fediverse_objects']>;

const sent = (db: Db) =>
  db
    .selectFrom('fediverse_objects')
    .select([
      'kind',
      'subject_id',
      'post_id',
      'version',
      'hash',
      'deleted',
      'recipient',
      'date_sent',
      'date_created',
    ]);

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
