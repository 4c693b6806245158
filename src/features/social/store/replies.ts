import type { Db } from '../../../platform/db/open.ts';
import type { RemoteSource, Schema } from '../../../platform/db/schema.ts';

export type StoredReply = Schema['social_replies'];

/** The replies to a shared post that were received. */
export const repliesOf = (
  db: Db,
  share: Pick<StoredReply, 'post_id' | 'network' | 'status_id'>,
): Promise<StoredReply[]> =>
  db
    .selectFrom('social_replies')
    .selectAll()
    .where('post_id', '=', share.post_id)
    .where('network', '=', share.network)
    .where('status_id', '=', share.status_id)
    .execute();

export const replyByOrigin = (db: Db, originId: string): Promise<StoredReply | undefined> =>
  db.selectFrom('social_replies').selectAll().where('origin_id', '=', originId).executeTakeFirst();

export async function putReply(db: Db, reply: StoredReply): Promise<void> {
  const { origin_id: _, ...change } = reply;
  await db
    .insertInto('social_replies')
    .values(reply)
    .onConflict((conflict) => conflict.column('origin_id').doUpdateSet(change))
    .execute();
}

export async function deleteReply(db: Db, originId: string): Promise<void> {
  await db.deleteFrom('social_replies').where('origin_id', '=', originId).execute();
}

/** The likes and reposts of a shared post that are stored; their ids begin with its id. */
export async function reactionsTo(
  db: Db,
  postId: number,
  source: RemoteSource,
  start: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('reactions')
    .select('origin_id')
    .where('post_id', '=', postId)
    .where('source', '=', source)
    .execute();
  return rows.map(({ origin_id }) => origin_id).filter((id) => id.startsWith(start));
}
