import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/db/open.ts';
import { isFound } from '../../../platform/db/results.ts';
import type { ReactionKind, Schema } from '../../../platform/db/schema.ts';

export type WaitingWebmention = Omit<Selectable<Schema['received_webmentions']>, 'next_run'>;

const columns = ['id', 'source', 'source_host', 'post_id', 'target', 'version', 'attempts'] as const;

/** Adds them; one with the same source and post becomes due again. They have to be different. */
export async function putWebmentions(
  tx: Db,
  mentions: readonly Omit<Schema['received_webmentions'], 'id' | 'version' | 'attempts'>[],
): Promise<void> {
  await tx
    .insertInto('received_webmentions')
    .values([...mentions])
    .onConflict((conflict) =>
      conflict.columns(['source', 'post_id']).doUpdateSet((eb) => ({
        target: eb.ref('excluded.target'),
        next_run: eb.ref('excluded.next_run'),
        attempts: 0,
        version: eb('received_webmentions.version', '+', 1),
      })),
    )
    .execute();
}

export const isWaiting = (db: Db, source: string, postId: number): Promise<boolean> =>
  isFound(
    db
      .selectFrom('received_webmentions')
      .select('id')
      .where('source', '=', source)
      .where('post_id', '=', postId),
  );

/** Counts up to `limit`, so that it costs the same however many there are. */
async function countUpTo(
  db: Db,
  limit: number,
  which: { host: string } | { state: 'new' | 'retried' },
): Promise<number> {
  const { count } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('received_webmentions')
        .select('id')
        .$if('host' in which, (query) => query.where('source_host', '=', 'host' in which ? which.host : ''))
        .$if('state' in which, (query) =>
          query.where('attempts', 'state' in which && which.state === 'new' ? '=' : '>', 0),
        )
        .limit(limit)
        .as('counted'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export const hasNewWebmentions = async (db: Db, limit: number): Promise<boolean> =>
  (await countUpTo(db, limit, { state: 'new' })) >= limit;
export const hasWebmentionsOf = async (db: Db, host: string, limit: number): Promise<boolean> =>
  (await countUpTo(db, limit, { host })) >= limit;
export const hasRetriedWebmentions = async (db: Db, limit: number): Promise<boolean> =>
  (await countUpTo(db, limit, { state: 'retried' })) >= limit;

/**
 * Takes those that are due, at most one of each host, so that a slow host delays its own only. Each counts as an attempt from
 * now on, so that a page which ends the process is not read for ever.
 */
export async function claimWebmentions(
  tx: Db,
  { now, until, limit }: { now: string; until: string; limit: number },
): Promise<WaitingWebmention[]> {
  const first = await tx
    .selectFrom('received_webmentions')
    .select((eb) => eb.fn.min<number>('id').as('id'))
    .where('next_run', '<=', now)
    .groupBy('source_host')
    .orderBy((eb) => eb.fn.min('next_run'))
    .limit(limit)
    .execute();
  if (first.length === 0) return [];
  return tx
    .updateTable('received_webmentions')
    .set((eb) => ({ next_run: until, attempts: eb('attempts', '+', 1) }))
    .where(
      'id',
      'in',
      first.map(({ id }) => id),
    )
    .returning(columns)
    .execute();
}

/** Unless it was sent again meanwhile; then it is due at once. */
export async function finishWebmentions(
  tx: Db,
  done: readonly WaitingWebmention[],
  now: string,
): Promise<void> {
  for (const { id, version } of done) {
    await tx.deleteFrom('received_webmentions').where('id', '=', id).where('version', '=', version).execute();
    await tx.updateTable('received_webmentions').set({ next_run: now }).where('id', '=', id).execute();
  }
}

export async function retryWebmention(
  tx: Db,
  { id, version }: WaitingWebmention,
  next_run: string,
): Promise<void> {
  await tx
    .updateTable('received_webmentions')
    .set({ next_run })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute();
}

export async function nextWebmention(db: Db): Promise<string | null> {
  const { next } = await db
    .selectFrom('received_webmentions')
    .select((eb) => eb.fn.min<string | null>('next_run').as('next'))
    .executeTakeFirstOrThrow();
  return next;
}

type Origin = { origin_id: string; post_id: number; kind: 'comment' | 'deleted' | ReactionKind };

/** Comments, deleted comments and reactions with these origins. */
export async function knownOrigins(db: Db, origins: readonly string[]): Promise<Origin[]> {
  const given = [...origins];
  const { rows } = await sql<Origin>`
    select origin_id, post_id, 'comment' as kind from comments where origin_id in (${sql.join(given)})
    union all select origin_id, post_id, kind from reactions where origin_id in (${sql.join(given)})
    union all select origin_id, post_id, 'deleted' as kind from deleted_origins
      where origin_id in (${sql.join(given)})`.execute(db);
  return rows;
}

/** Whether a comment of the same person on the same post can be read at the same URL, or says the same. */
export const hasSameComment = (
  db: Db,
  { postId, person, originUrl, text }: { postId: number; person: string; originUrl: string; text: string },
): Promise<boolean> =>
  isFound(
    db
      .selectFrom('comments')
      .select('id')
      .where('person', '=', person)
      .where('post_id', '=', postId)
      .where((eb) => eb.or([eb('origin_url', '=', originUrl), eb('comment_text', '=', text)]))
      .limit(1),
  );
