import type { StoredShare } from '../../../core/posts/store/post-rows.ts';
import type { Db } from '../../../platform/db/open.ts';

/** Before every claim, so that what was deleted there can be shared again at once. */
const longAgo = '2000-01-01T00:00:00.000Z';

export type Claim = { generation: number } | 'busy' | { url: string };

/**
 * Claims sharing the post to a network: for one caller at a time, and never again after it succeeded. A claim from before
 * `expired` was left by a process that ended, and is ignored.
 */
export async function claimShare(
  db: Db,
  postId: number,
  network: string,
  times: { now: string; expired: string },
): Promise<Claim> {
  const claimed = await db
    .insertInto('shares')
    .values({ post_id: postId, network, url: null, date: times.now })
    .onConflict((conflict) =>
      conflict
        .columns(['post_id', 'network'])
        .doUpdateSet({ date: times.now })
        .where('shares.url', 'is', null)
        .where('shares.date', '<', times.expired),
    )
    .returning('shares.generation')
    .executeTakeFirst();
  if (claimed) return claimed;
  const known = await db
    .selectFrom('shares')
    .select('url')
    .where('post_id', '=', postId)
    .where('network', '=', network)
    .executeTakeFirst();
  return known?.url ? { url: known.url } : 'busy';
}

type NewShare = StoredShare & { id: string | null; cid: string | null; next_look: string | null };

export async function keepShare(
  db: Db,
  postId: number,
  { network, url, date, id, cid, next_look }: NewShare,
): Promise<void> {
  await db
    .updateTable('shares')
    .set({ url, date, status_id: id, cid, next_look, last_look: null, failures: 0 })
    .where('post_id', '=', postId)
    .where('network', '=', network)
    .execute();
}

/** One that was deleted there before stays, because it counts how often. */
export async function releaseShare(db: Db, postId: number, network: string): Promise<void> {
  await db
    .deleteFrom('shares')
    .where('post_id', '=', postId)
    .where('network', '=', network)
    .where('url', 'is', null)
    .where('generation', '=', 0)
    .execute();
  await db
    .updateTable('shares')
    .set({ date: longAgo })
    .where('post_id', '=', postId)
    .where('network', '=', network)
    .where('url', 'is', null)
    .execute();
}

export type WatchedShare = {
  post_id: number;
  network: string;
  url: string;
  date: string;
  status_id: string | null;
  cid: string | null;
  failures: number;
};

const watched = (db: Db) =>
  db
    .selectFrom('shares')
    .select(['post_id', 'network', 'date', 'status_id', 'cid', 'failures'])
    .select((eb) => eb.ref('url').$notNull().as('url'))
    .where('url', 'is not', null);

export const sharesOf = (db: Db, postId: number): Promise<WatchedShare[]> =>
  watched(db).where('post_id', '=', postId).orderBy('date').execute();

/** It was deleted there, and can be shared again. */
export async function deleteShare(db: Db, postId: number, network: string): Promise<void> {
  await db
    .updateTable('shares')
    .set({ url: null, date: longAgo, status_id: null, cid: null, next_look: null, last_look: null })
    .set((eb) => ({ generation: eb('generation', '+', 1) }))
    .where('post_id', '=', postId)
    .where('network', '=', network)
    .execute();
}

/** Shares since `since` that replies were never looked for are looked at now. */
export async function watchShares(
  db: Db,
  networks: readonly string[],
  since: string,
  now: string,
): Promise<void> {
  if (networks.length === 0) return;
  await db
    .updateTable('shares')
    .set({ next_look: now })
    .where('network', 'in', networks)
    .where('url', 'is not', null)
    .where('date', '>', since)
    .where('next_look', 'is', null)
    .where('last_look', 'is', null)
    .execute();
}

export const nextWatched = (
  db: Db,
  now: string,
  networks: readonly string[],
): Promise<WatchedShare | undefined> =>
  watched(db)
    .where('next_look', '<=', now)
    .where('network', 'in', networks)
    .orderBy('next_look')
    .limit(1)
    .executeTakeFirst();

export async function nextLookOf(db: Db, networks: readonly string[]): Promise<string | null> {
  const { next } = await db
    .selectFrom('shares')
    .select((eb) => eb.fn.min('next_look').as('next'))
    .where('next_look', 'is not', null)
    .where('network', 'in', networks)
    .executeTakeFirstOrThrow();
  return next;
}

/** Unless it was deleted or shared anew meanwhile. */
export async function recordPoll(
  db: Db,
  { post_id, network, url }: Pick<WatchedShare, 'post_id' | 'network' | 'url'>,
  look: {
    last_look: string;
    next_look: string | null;
    failures: number;
    status_id?: string;
    cid?: string | null;
  },
): Promise<void> {
  await db
    .updateTable('shares')
    .set(look)
    .where('post_id', '=', post_id)
    .where('network', '=', network)
    .where('url', '=', url)
    .execute();
}

/** The network accepts no requests until then. */
export async function postponeLooks(db: Db, network: string, until: string): Promise<void> {
  await db
    .updateTable('shares')
    .set({ next_look: until })
    .where('network', '=', network)
    .where('next_look', '<', until)
    .execute();
}
