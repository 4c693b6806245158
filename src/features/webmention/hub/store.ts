import type { Db } from '../../../platform/db/open.ts';

/** What the hub could know of a post: its state, and the feeds that contain it. */
type HubPost = { fingerprint: string; feeds: string[] };

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

/** When the hub was last notified of these feeds. */
export async function pingDates(db: Db, paths: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.selectFrom('hub_pings').selectAll().where('path', 'in', paths).execute();
  return new Map(rows.map(({ path, date_sent }) => [path, date_sent]));
}

export async function recordPing(tx: Db, path: string, date_sent: string): Promise<void> {
  await tx
    .insertInto('hub_pings')
    .values({ path, date_sent })
    .onConflict((conflict) => conflict.column('path').doUpdateSet({ date_sent }))
    .execute();
}

export async function deleteOldPings(tx: Db, before: string): Promise<void> {
  await tx.deleteFrom('hub_pings').where('date_sent', '<', before).execute();
}
