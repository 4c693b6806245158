import { sql } from 'kysely';
import type { BatchSize } from '../../../platform/db/in-batches.ts';
import type { Db } from '../../../platform/db/open.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import { isFound } from '../../../platform/db/results.ts';
import type { CommentSource } from '../../../platform/db/schema.ts';

export type WordCounts = { fine: number; spam: number };
type TrainedAs = 'fine' | 'spam' | null;

/** The fields of a comment that the spam filter uses. */
export type FilteredComment = {
  id: number;
  user_name: string;
  comment_text: string;
  author_url: string | null;
  source: CommentSource;
  approved: number;
  text_hash: string | null;
  signs: string;
  verdict: number;
  reasons: string;
  taught: TrainedAs;
  features: string | null;
};
const columns = [
  'id',
  'user_name',
  'comment_text',
  'author_url',
  'source',
  'approved',
  'text_hash',
  'signs',
  'verdict',
  'reasons',
  'taught',
  'features',
] as const;

/** A statement has a limited number of parameters. */
function* inChunks<Value>(values: readonly Value[], size: number): Generator<Value[]> {
  for (let from = 0; from < values.length; from += size) yield values.slice(from, from + size);
}

const totals = prepared((db) => db.selectFrom('spam_totals').select(['fine', 'spam', 'round']));

/** The number of samples; `round` grows with each training. */
type SpamTotals = WordCounts & { round: number };

export async function spamTotals(db: Db): Promise<SpamTotals> {
  const [row] = await totals(db);
  if (!row) throw new Error('The counts of the spam filter are missing.');
  return row;
}

/** As many as a comment has at most. */
const maxWords = 100;

export async function wordCounts(db: Db, words: Iterable<string>): Promise<Map<string, WordCounts>> {
  const known = new Map<string, WordCounts>();
  for (const chunk of inChunks([...new Set(words)], maxWords)) {
    const query = db.selectFrom('spam_words').select(['word', 'fine', 'spam']).where('word', 'in', chunk);
    for (const { word, fine, spam } of await query.execute()) known.set(word, { fine, spam });
  }
  return known;
}

/** Adds to the counts of words; negative numbers subtract. */
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
  for (const values of inChunks(rows, 500))
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
  if (rows.some(({ fine, spam }) => fine < 0 || spam < 0)) await deleteUnusedWords(db);
}

/** A word that was deleted and counted again meanwhile can fall below zero. */
async function deleteUnusedWords(db: Db): Promise<void> {
  await db.updateTable('spam_words').set({ fine: 0 }).where('fine', '<', 0).execute();
  await db.updateTable('spam_words').set({ spam: 0 }).where('spam', '<', 0).execute();
  await db.deleteFrom('spam_words').where('fine', '=', 0).where('spam', '=', 0).execute();
}

/** Once there are more than `max` words, deletes the rarest and oldest down to `keep`. */
export async function deleteRareWords(db: Db, max: number, keep: number): Promise<void> {
  const { total } = await db
    .selectFrom('spam_words')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  if (total <= max) return;
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

export async function commentsToTrain(db: Db, ids: readonly number[]): Promise<FilteredComment[]> {
  return db
    .selectFrom('comments')
    .select(columns)
    .where('id', 'in', [...ids])
    .execute();
}

/** Pending comments of visitors that were scored before the current training round, the most outdated first. */
export async function outdatedComments(db: Db, round: number, limit: BatchSize): Promise<FilteredComment[]> {
  return db
    .selectFrom('comments')
    .select(columns)
    .where('approved', '=', 0)
    .where('scored_round', '<', round)
    .where('user_name', '!=', 'Admin')
    .orderBy('scored_round')
    .orderBy('id')
    .limit(limit)
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

export async function setTrainedAs(db: Db, ids: readonly number[], taught: TrainedAs): Promise<void> {
  if (ids.length > 0)
    await db
      .updateTable('comments')
      .set({ taught })
      .where('id', 'in', [...ids])
      .execute();
}

const copies = prepared((db, textHash: string, since: string) =>
  db
    .selectFrom('comments')
    .select((eb) => eb.fn.countAll<number>().as('copies'))
    .where('text_hash', '=', textHash)
    .where('date_added', '>', since),
);

/** How many comments with this text were sent since then. */
export async function copiesSince(db: Db, textHash: string, since: string): Promise<number> {
  const [found] = await copies(db, textHash, since);
  return found?.copies ?? 0;
}

/** Which of these texts an approved comment contains. */
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

/** Whether at least this many comments are pending. */
export const hasPending = (db: Db, count: number): Promise<boolean> =>
  isFound(
    db
      .selectFrom('comments')
      .select('id')
      .where('approved', '=', 0)
      .orderBy('date_added')
      .offset(count - 1)
      .limit(1),
  );
