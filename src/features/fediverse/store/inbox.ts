import { sql } from 'kysely';
import type { BatchSize } from '../../../platform/db/in-batches.ts';
import type { Db } from '../../../platform/db/open.ts';
import { deletedRows } from '../../../platform/db/results.ts';

export type StoredRequest = {
  id: number;
  request_hash: string;
  activity: string;
  actor: string;
  host: string;
  attempts: number;
  date_received: string;
  path: string;
  headers: Record<string, string>;
  body: string;
};

type NewRequest = Omit<StoredRequest, 'id' | 'attempts'> & { bytes: number };

/** How much waits, in total and of one host. */
export async function inboxSize(db: Db, host: string) {
  const { rows } = await sql<{ requests: number; bytes: number; of_host: number }>`
    select count(*) as requests, coalesce(sum(bytes), 0) as bytes,
      coalesce(sum(case when host = ${host} then 1 else 0 end), 0) as of_host
    from fediverse_inbox`.execute(db);
  const [row] = rows;
  return { requests: Number(row?.requests), bytes: Number(row?.bytes), ofHost: Number(row?.of_host) };
}

/** False when the same request waits already. It waits at least as long as others of its host, which come first. */
export async function insertRequest(tx: Db, { headers, ...request }: NewRequest): Promise<boolean> {
  const waiting = await tx
    .selectFrom('fediverse_inbox')
    .select((eb) => eb.fn.max('next_run').as('last'))
    .where('host', '=', request.host)
    .executeTakeFirst();
  const next = [request.date_received, waiting?.last ?? ''].sort().at(-1) ?? request.date_received;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('fediverse_inbox')
    .values({ ...request, headers: JSON.stringify(headers), next_run: next })
    .onConflict((conflict) => conflict.column('request_hash').doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The oldest that is due, of a host that is not among the given ones. */
export async function nextRequest(
  db: Db,
  now: string,
  otherThan: readonly string[],
): Promise<StoredRequest | undefined> {
  const row = await db
    .selectFrom('fediverse_inbox')
    .select([
      'id',
      'request_hash',
      'activity',
      'actor',
      'host',
      'attempts',
      'date_received',
      'path',
      'headers',
      'body',
    ])
    .where('next_run', '<=', now)
    .$if(otherThan.length > 0, (query) => query.where('host', 'not in', [...otherThan]))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, headers: JSON.parse(row.headers) as Record<string, string> };
}

/** When the next one is due. */
export async function nextRequestDate(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('fediverse_inbox')
    .select('next_run')
    .orderBy('next_run')
    .limit(1)
    .executeTakeFirst();
  return row?.next_run;
}

export async function deleteRequest(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('fediverse_inbox').where('id', '=', id).execute();
}

export async function deleteAllRequests(tx: Db): Promise<void> {
  await tx.deleteFrom('fediverse_inbox').execute();
}

/** Of which no signature is valid any more. At most 5,000 wait. */
export async function deleteOldRequests(db: Db, before: string): Promise<void> {
  await db.deleteFrom('fediverse_inbox').where('date_received', '<', before).execute();
}

/** Its host does not answer: none of its requests is verified before that time, so that their order stays. */
export async function postponeHost(tx: Db, host: string, nextRun: string): Promise<void> {
  await tx
    .updateTable('fediverse_inbox')
    .set((eb) => ({ next_run: nextRun, attempts: eb('attempts', '+', 1) }))
    .where('host', '=', host)
    .execute();
}

export async function postponeRequest(tx: Db, id: number, nextRun: string): Promise<void> {
  await tx
    .updateTable('fediverse_inbox')
    .set((eb) => ({ next_run: nextRun, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Whether the actor has sent something valid before, or something of theirs waits. */
export async function isKnownActor(db: Db, actor: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from fediverse_senders where actor = ${actor}
    union all select 1 from fediverse_inbox where actor = ${actor} limit 1`.execute(db);
  return rows.length > 0;
}

/** What was read from the actor's document. */
export async function senderById<Content>(
  db: Db,
  actor: string,
): Promise<(Content & { dateFetched: string }) | undefined> {
  const row = await db
    .selectFrom('fediverse_senders')
    .select(['content', 'date_fetched'])
    .where('actor', '=', actor)
    .executeTakeFirst();
  return row && { ...(JSON.parse(row.content) as Content), dateFetched: row.date_fetched };
}

export async function putSender(
  tx: Db,
  actor: string,
  { dateFetched, ...content }: { dateFetched: string },
  now: string,
): Promise<void> {
  const row = { content: JSON.stringify(content), date_fetched: dateFetched, date_used: now };
  await tx
    .insertInto('fediverse_senders')
    .values({ actor, ...row })
    .onConflict((conflict) => conflict.column('actor').doUpdateSet(row))
    .execute();
}

export async function deleteSender(tx: Db, actor: string): Promise<void> {
  await tx.deleteFrom('fediverse_senders').where('actor', '=', actor).execute();
}

/** Of those that sent nothing since then and have no comment here. */
export async function deleteOldSenders(db: Db, before: string, limit: BatchSize): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from fediverse_senders where actor in (
      select actor from fediverse_senders where date_used < ${before}
        and not exists (select 1 from comments where comments.person = fediverse_senders.actor)
      limit ${limit})`.execute(db);
  return Number(numAffectedRows);
}

/** Whether this request, or the same activity in another one, took effect. */
export async function isReceived(db: Db, requestHash: string, activity: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from fediverse_received where request_hash = ${requestHash}
    union all select 1 from fediverse_received where activity = ${activity} limit 1`.execute(db);
  return rows.length > 0;
}

/** What the actor did with an activity that can be undone. */
export async function effectOf(db: Db, actor: string, activity: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('fediverse_received')
    .select('effect')
    .where('activity', '=', activity)
    .where('actor', '=', actor)
    .executeTakeFirst();
  return row?.effect ?? undefined;
}

export async function putReceived(
  tx: Db,
  received: {
    request_hash: string;
    activity: string;
    actor: string;
    effect: string | null;
    date_received: string;
  },
): Promise<void> {
  await tx
    .insertInto('fediverse_received')
    .values(received)
    .onConflict((conflict) => conflict.column('request_hash').doNothing())
    .execute();
}

/** It was undone: the same activity may be sent again, but not in the same request. */
export async function removeEffect(tx: Db, actor: string, effect: string): Promise<void> {
  await tx
    .updateTable('fediverse_received')
    .set({ activity: null, effect: null })
    .where('actor', '=', actor)
    .where('effect', '=', effect)
    .execute();
}

/** Signatures are too old by then, so a repeated request is refused before it is looked up. */
export const deleteOldReceived = (db: Db, before: string, limit: BatchSize): Promise<number> =>
  deletedRows(
    db
      .deleteFrom('fediverse_received')
      .where('request_hash', 'in', (eb) =>
        eb
          .selectFrom('fediverse_received')
          .select('request_hash')
          .where('date_received', '<', before)
          .where('effect', 'is', null)
          .limit(limit),
      ),
  );

/** A comment that came from another server, or an answer to one. */
export const commentByOrigin = (db: Db, originId: string) =>
  db
    .selectFrom('comments')
    .select(['id', 'post_id', 'person', 'source', 'origin_id'])
    .where('origin_id', '=', originId)
    .executeTakeFirst();

/** The author of a comment that the owner deleted, as long as it can be restored. */
export async function authorOfDeleted(db: Db, originId: string): Promise<string | null> {
  const found = await db
    .selectFrom('deleted_origins as o')
    .innerJoin('deleted_comments as d', 'd.id', 'o.comment_id')
    .select('d.content')
    .where('o.origin_id', '=', originId)
    .executeTakeFirst();
  const { row } = JSON.parse(found?.content ?? '{}') as { row?: { person: string | null } };
  return row?.person ?? null;
}

/** Some comments of a person of the fediverse. */
export async function originsOf(db: Db, person: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('comments')
    .select('origin_id')
    .where('person', '=', person)
    .where('source', '=', 'fediverse')
    .where('origin_id', 'is not', null)
    .limit(limit)
    .execute();
  return rows.flatMap(({ origin_id }) => origin_id ?? []);
}

/** Some of what this actor did that can be undone. */
export async function effectsOf(db: Db, actor: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('fediverse_received')
    .select('effect')
    .where('actor', '=', actor)
    .where('effect', 'is not', null)
    .limit(limit)
    .execute();
  return rows.flatMap(({ effect }) => effect ?? []);
}
