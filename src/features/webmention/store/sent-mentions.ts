import type { Selectable } from 'kysely';
import type { Db } from '../../../platform/db/open.ts';
import type { Schema } from '../../../platform/db/schema.ts';

/** Those that wait are in the outbox, by their id. */
export const sendKind = 'webmention-send';

export type SentMention = Selectable<Schema['sent_mentions']>;

/** What links: a post, or an answer of the owner (`commentId`). */
type Linking = { postId: number } | { commentId: number };

export const mentionsFrom = (db: Db, from: Linking): Promise<SentMention[]> =>
  db
    .selectFrom('sent_mentions')
    .selectAll()
    .$if('postId' in from, (query) => query.where('post_id', '=', 'postId' in from ? from.postId : 0))
    .$if('commentId' in from, (query) =>
      query.where('comment_id', '=', 'commentId' in from ? from.commentId : 0).where('comment_id', '>', 0),
    )
    .orderBy('id')
    .execute();

export async function insertMentions(
  tx: Db,
  mentions: readonly Pick<
    SentMention,
    'post_id' | 'comment_id' | 'source' | 'target' | 'fingerprint' | 'date_changed'
  >[],
): Promise<{ id: number; target: string }[]> {
  const rows = mentions.map((mention) => ({ ...mention, wanted: 1, state: 'waiting' as const }));
  return tx.insertInto('sent_mentions').values(rows).returning(['id', 'target']).execute();
}

/** It is sent (again): the text changed, or the link is (no longer) there. */
export async function resendMention(
  tx: Db,
  id: number,
  change: Pick<SentMention, 'source' | 'fingerprint' | 'wanted' | 'date_changed'>,
): Promise<void> {
  await tx
    .updateTable('sent_mentions')
    .set({ ...change, state: 'waiting', attempts: 0, error: null })
    .where('id', '=', id)
    .execute();
}

export async function deleteMention(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('sent_mentions').where('id', '=', id).execute();
}

export const mentionById = (db: Db, id: number): Promise<SentMention | undefined> =>
  db.selectFrom('sent_mentions').selectAll().where('id', '=', id).executeTakeFirst();

/** Before it is notified, so that a deletion is sent there even if the result of this attempt is lost. */
export async function recordEndpoint(tx: Db, id: number, endpoint: string): Promise<void> {
  await tx.updateTable('sent_mentions').set({ endpoint }).where('id', '=', id).execute();
}

export type MentionChange = Partial<Pick<SentMention, 'state' | 'attempts' | 'error' | 'date_sent'>>;

export async function changeMention(tx: Db, id: number, change: MentionChange): Promise<void> {
  if (Object.keys(change).length > 0)
    await tx.updateTable('sent_mentions').set(change).where('id', '=', id).execute();
}

/** Links that were removed before that date, and about which nothing is left to say. */
export async function deleteRemoved(tx: Db, before: string): Promise<void> {
  await tx
    .deleteFrom('sent_mentions')
    .where('wanted', '=', 0)
    .where('state', '<>', 'waiting')
    .where('date_changed', '<', before)
    .execute();
}
