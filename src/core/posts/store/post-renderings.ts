import type { BatchSize } from '../../../platform/db/in-batches.ts';
import type { Db } from '../../../platform/db/open.ts';
import type { PostTransaction } from '../../site/store/post-transaction.ts';
import type { PostDerived } from './posts.ts';

/** Replaces what was derived from the text, which stays the same: that is no new version. */
export async function replaceDerived(tx: PostTransaction, id: number, derived: PostDerived): Promise<void> {
  tx.follow(id, 'page');
  await tx.db.updateTable('posts').set(derived).where('id', '=', id).execute();
}

type RenderedPosition = { renderer_version: number; id: number };

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

/** Marks the next posts without a language of their own, so that they are rendered again. Returns the last id, or null. */
export async function markForRendering(db: Db, after: number, limit: BatchSize): Promise<number | null> {
  const rows = await db
    .selectFrom('posts')
    .select('id')
    .where('id', '>', after)
    .where('language', '=', '')
    .orderBy('id')
    .limit(limit)
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return null;
  await db.updateTable('posts').set({ renderer_version: 0 }).where('id', 'in', ids).execute();
  return ids.at(-1) ?? null;
}
