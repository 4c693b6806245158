import type { Selectable } from 'kysely';
import type { Db } from '../../../platform/db/open.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { SentMentionState } from '../tables.ts';

export type SentMention = Selectable<Schema['sent_mentions']>;

/** What links: a post, or an answer of the owner (`commentId`). */
export type Linking = { postId: number } | { commentId: number };

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
    'post_id' | 'comment_id' | 'source' | 'target' | 'fingerprint' | 'next_run' | 'date_changed'
  >[],
): Promise<void> {
  const rows = mentions.map((mention) => ({ ...mention, wanted: 1, state: 'waiting' as const }));
  if (rows.length > 0) await tx.insertInto('sent_mentions').values(rows).execute();
}

/** Sends it (again): the text changed, or the link is (no longer) there. */
export async function resendMention(
  tx: Db,
  id: number,
  change: Pick<SentMention, 'source' | 'fingerprint' | 'wanted' | 'next_run' | 'date_changed'>,
): Promise<void> {
  await tx
    .updateTable('sent_mentions')
    .set((eb) => ({ ...change, state: 'waiting', attempts: 0, error: null, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function deleteMention(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('sent_mentions').where('id', '=', id).execute();
}

/** Due ones, those that have waited for the longest time first. */
export const dueMentions = (db: Db, now: string, limit: number): Promise<SentMention[]> =>
  db
    .selectFrom('sent_mentions')
    .selectAll()
    .where('next_run', '<=', now)
    .orderBy('next_run')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Before it is told, so that a deletion is sent there even if the result of this attempt is lost. */
export async function noteEndpoint(tx: Db, id: number, endpoint: string): Promise<void> {
  await tx.updateTable('sent_mentions').set({ endpoint }).where('id', '=', id).execute();
}

export type MentionResult = {
  state: SentMentionState;
  attempts: number;
  next_run: string | null;
  error: string | null;
  date_sent?: string;
};

/** Unless it changed meanwhile: then it stays due, and only the date is noted. */
export async function settleMention(
  tx: Db,
  { id, version }: Pick<SentMention, 'id' | 'version'>,
  result: MentionResult,
): Promise<void> {
  await tx
    .updateTable('sent_mentions')
    .set(result)
    .where('id', '=', id)
    .where('version', '=', version)
    .execute();
  if (result.date_sent !== undefined)
    await tx
      .updateTable('sent_mentions')
      .set({ date_sent: result.date_sent })
      .where('id', '=', id)
      .where('version', '<>', version)
      .execute();
}

/** Links that were removed before that date, and about which nothing is left to say. */
export async function forgetRemoved(tx: Db, before: string): Promise<void> {
  await tx
    .deleteFrom('sent_mentions')
    .where('wanted', '=', 0)
    .where('next_run', 'is', null)
    .where('date_changed', '<', before)
    .execute();
}
