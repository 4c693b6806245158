import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

export type WordCounts = { fine: number; spam: number };
export type TaughtAs = 'fine' | 'spam' | null;

/** A comment as the filter sees it. */
export type JudgedComment = {
  id: number;
  user_name: string;
  comment_text: string;
  approved: number;
  text_hash: string | null;
  signs: string;
  verdict: number;
  reasons: string;
  taught: TaughtAs;
  features: string | null;
};
const judged = [
  'id',
  'user_name',
  'comment_text',
  'approved',
  'text_hash',
  'signs',
  'verdict',
  'reasons',
  'taught',
  'features',
] as const;

/** Databases take a limited number of values at once. */
function* inParts<Value>(values: readonly Value[], size: number): Generator<Value[]> {
  for (let from = 0; from < values.length; from += size) yield values.slice(from, from + size);
}

export const spamTotals = (db: Db): Promise<WordCounts & { round: number }> =>
  db.selectFrom('spam_totals').select(['fine', 'spam', 'round']).executeTakeFirstOrThrow();

export async function wordCounts(db: Db, words: Iterable<string>): Promise<Map<string, WordCounts>> {
  const known = new Map<string, WordCounts>();
  for (const part of inParts([...new Set(words)], 1000)) {
    const rows = await db
      .selectFrom('spam_words')
      .select(['word', 'fine', 'spam'])
      .where('word', 'in', part)
      .execute();
    for (const { word, fine, spam } of rows) known.set(word, { fine, spam });
  }
  return known;
}

/** Adds to the counts of words, or takes away from them where the numbers are negative. */
export async function countWords(
  db: Db,
  changes: ReadonlyMap<string, WordCounts>,
  comments: WordCounts,
): Promise<void> {
  const { round } = await db
    .updateTable('spam_totals')
    .set((eb) => ({
      fine: eb('fine', '+', comments.fine),
      spam: eb('spam', '+', comments.spam),
      round: eb('round', '+', 1),
    }))
    .returning('round')
    .executeTakeFirstOrThrow();
  const rows = [...changes].map(([word, change]) => ({ word, ...change, round }));
  for (const values of inParts(rows, 500))
    await db
      .insertInto('spam_words')
      .values(values)
      .onConflict((conflict) =>
        conflict.column('word').doUpdateSet({
          fine: sql`spam_words.fine + excluded.fine`,
          spam: sql`spam_words.spam + excluded.spam`,
          round: sql`excluded.round`,
        }),
      )
      .execute();
  if (rows.some(({ fine, spam }) => fine < 0 || spam < 0)) await dropEmptyWords(db);
}

/** A word that was forgotten meanwhile can come out below zero. */
async function dropEmptyWords(db: Db): Promise<void> {
  await db.updateTable('spam_words').set({ fine: 0 }).where('fine', '<', 0).execute();
  await db.updateTable('spam_words').set({ spam: 0 }).where('spam', '<', 0).execute();
  await db.deleteFrom('spam_words').where('fine', '=', 0).where('spam', '=', 0).execute();
}

/** Forgets the words that were seen least, and of those the oldest, once there are more than `most`. */
export async function forgetRareWords(db: Db, most: number, keep: number): Promise<void> {
  const { total } = await db
    .selectFrom('spam_words')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  if (total <= most) return;
  await db
    .deleteFrom('spam_words')
    .where('word', 'in', (eb) =>
      eb
        .selectFrom('spam_words')
        .select('word')
        .orderBy(sql`fine + spam`)
        .orderBy('round')
        .limit(total - keep),
    )
    .execute();
}

export async function commentsToJudge(db: Db, ids: readonly number[]): Promise<JudgedComment[]> {
  return db
    .selectFrom('comments')
    .select(judged)
    .where('id', 'in', [...ids])
    .execute();
}

/** Waiting comments of visitors whose verdict does not know the latest lessons, the most outdated first. */
export async function outdatedComments(db: Db, round: number, most: number): Promise<JudgedComment[]> {
  return db
    .selectFrom('comments')
    .select(judged)
    .where('approved', '=', 0)
    .where('scored_round', '<', round)
    .where('user_name', '!=', 'Admin')
    .orderBy('scored_round')
    .orderBy('id')
    .limit(most)
    .execute();
}

export async function setVerdict(
  db: Db,
  ids: readonly number[],
  values: { verdict?: number; reasons?: string; scored_round: number; features?: string },
): Promise<void> {
  if (ids.length > 0)
    await db
      .updateTable('comments')
      .set(values)
      .where('id', 'in', [...ids])
      .where('approved', '=', 0)
      .execute();
}

export async function setTaught(db: Db, ids: readonly number[], taught: TaughtAs): Promise<void> {
  if (ids.length > 0)
    await db
      .updateTable('comments')
      .set({ taught })
      .where('id', 'in', [...ids])
      .execute();
}

/** How often this text came since then. */
export async function copiesSince(db: Db, textHash: string, since: string): Promise<number> {
  const { copies } = await db
    .selectFrom('comments')
    .select((eb) => eb.fn.countAll<number>().as('copies'))
    .where('text_hash', '=', textHash)
    .where('date_added', '>', since)
    .executeTakeFirstOrThrow();
  return copies;
}

/** Which of these texts stand in an approved comment. */
export async function approvedTexts(db: Db, textHashes: readonly string[]): Promise<Set<string>> {
  if (textHashes.length === 0) return new Set();
  const rows = await db
    .selectFrom('comments')
    .select('text_hash')
    .distinct()
    .where('text_hash', 'in', [...textHashes])
    .where('approved', '=', 1)
    .execute();
  return new Set(rows.map(({ text_hash }) => text_hash ?? ''));
}

/** Whether at least this many comments wait. */
export async function manyWaiting(db: Db, most: number): Promise<boolean> {
  const row = await db
    .selectFrom('comments')
    .select('id')
    .where('approved', '=', 0)
    .orderBy('id')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
