import type { Selectable } from 'kysely';
import type { Db } from '../../../platform/db/open.ts';
import type { Schema } from '../../../platform/db/schema.ts';

export type HubPing = Selectable<Schema['hub_pings']>;
/** What the hub could know of a post: its state, and the feeds that contain it. */
export type HubPost = { fingerprint: string; feeds: string[] };

export async function hubPost(db: Db, postId: number): Promise<HubPost | undefined> {
  const row = await db
    .selectFrom('hub_posts')
    .select(['fingerprint', 'feeds'])
    .where('post_id', '=', postId)
    .executeTakeFirst();
  return row && { fingerprint: row.fingerprint, feeds: JSON.parse(row.feeds) };
}

/** Null: the post is in no feed any more. */
export async function putHubPost(tx: Db, postId: number, post: HubPost | null): Promise<void> {
  if (!post) {
    await tx.deleteFrom('hub_posts').where('post_id', '=', postId).execute();
    return;
  }
  const values = { fingerprint: post.fingerprint, feeds: JSON.stringify(post.feeds) };
  await tx
    .insertInto('hub_posts')
    .values({ post_id: postId, ...values })
    .onConflict((conflict) => conflict.column('post_id').doUpdateSet(values))
    .execute();
}

export const pingsOf = (db: Db, paths: readonly string[]): Promise<HubPing[]> =>
  db.selectFrom('hub_pings').selectAll().where('path', 'in', paths).execute();

/** Has the hub told of a feed at that time. */
export async function wantPing(tx: Db, path: string, next_run: string): Promise<void> {
  await tx
    .insertInto('hub_pings')
    .values({ path, next_run })
    .onConflict((conflict) =>
      conflict.column('path').doUpdateSet((eb) => ({
        next_run,
        attempts: 0,
        error: null,
        version: eb('hub_pings.version', '+', 1),
      })),
    )
    .execute();
}

export const duePings = (db: Db, now: string, limit: number): Promise<HubPing[]> =>
  db
    .selectFrom('hub_pings')
    .selectAll()
    .where('next_run', '<=', now)
    .orderBy('next_run')
    .orderBy('path')
    .limit(limit)
    .execute();

/** Unless the feed changed meanwhile: then it stays due. */
export async function settlePing(
  tx: Db,
  { path, version }: Pick<HubPing, 'path' | 'version'>,
  result: Pick<HubPing, 'attempts' | 'next_run' | 'error'> & { date_sent?: string },
): Promise<void> {
  const row = tx.updateTable('hub_pings').where('path', '=', path);
  await row.set(result).where('version', '=', version).execute();
  if (result.date_sent !== undefined)
    await row.set({ date_sent: result.date_sent }).where('version', '<>', version).execute();
}

/** Feeds that were told, or failed for good, before that date. */
export async function forgetPings(tx: Db, before: string): Promise<void> {
  await tx
    .deleteFrom('hub_pings')
    .where('next_run', 'is', null)
    .where((eb) => eb.or([eb('date_sent', 'is', null), eb('date_sent', '<', before)]))
    .execute();
}
