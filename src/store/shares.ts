import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { StoredShare } from './post-rows.ts';

/**
 * Claims sharing the post to a network: for one caller at a time, and never again after it succeeded. A claim from before
 * `expired` was left by a process that ended, and is ignored.
 */
export async function claimShare(
  db: Db,
  postId: number,
  network: string,
  times: { now: string; expired: string },
): Promise<'claimed' | 'busy' | { url: string }> {
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
    .returning(sql.lit(1).as('done'))
    .executeTakeFirst();
  if (claimed) return 'claimed';
  const known = await db
    .selectFrom('shares')
    .select('url')
    .where('post_id', '=', postId)
    .where('network', '=', network)
    .executeTakeFirst();
  return known?.url ? { url: known.url } : 'busy';
}

export async function keepShare(db: Db, postId: number, { network, url, date }: StoredShare): Promise<void> {
  await db
    .updateTable('shares')
    .set({ url, date })
    .where('post_id', '=', postId)
    .where('network', '=', network)
    .execute();
}

export async function releaseShare(db: Db, postId: number, network: string): Promise<void> {
  await db
    .deleteFrom('shares')
    .where('post_id', '=', postId)
    .where('network', '=', network)
    .where('url', 'is', null)
    .execute();
}
