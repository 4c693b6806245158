import type { BatchSize } from '../db/in-batches.ts';
import type { Db } from '../db/open.ts';
import type { PostTransaction } from './post-transaction.ts';
import type { PostDerived } from './posts.ts';

/** Replaces what was derived from the text, which stays the same: that is no new version. */
export async function replaceDerived(tx: PostTransaction, id: number, derived: PostDerived): Promise<void> {
  tx.follow(id, 'page');
  await tx.db.updateTable('posts').set(derived).where('id', '=', id).execute();
}

export type RenderedPosition = { renderer_version: number; id: number };

/** The next posts that were rendered by an older version, in the order of versions and ids. */
export function postsRenderedBefore(
  db: Db,
  version: number,
  after: RenderedPosition,
  limit: BatchSize,
): Promise<RenderedPosition[]> {
  return db
    .selectFrom('posts')
    .select(['renderer_version', 'id'])
    .where('renderer_version', '<', version)
    .where((eb) => eb(eb.refTuple('renderer_version', 'id'), '>', eb.tuple(after.renderer_version, after.id)))
    .orderBy('renderer_version')
    .orderBy('id')
    .limit(limit)
    .execute();
}
