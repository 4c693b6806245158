import { sql } from 'kysely';
import { dialectOf } from './dialect.ts';
import type { BatchSize } from './in-batches.ts';
import type { Db } from './open.ts';

/** The indexes that are FTS5 tables on SQLite. */
export const segmentedIndexes = ['search_words', 'post_grams'] as const;
type SegmentedIndex = (typeof segmentedIndexes)[number];

/** Each transaction that changes an FTS5 index adds a segment, and every search reads all of them. PostgreSQL has none. */
export const hasSegments = (db: Db): boolean => dialectOf(db).kind === 'sqlite';

/** FTS5 merges four segments of about the same size by default; two are enough to leave few of them. */
const mergedAtOnce = 2;

export async function configureMerges(tx: Db, index: SegmentedIndex): Promise<void> {
  const { rows } = await sql<{ v: unknown }>`
    select v from ${sql.table(`${index}_config`)} where k = 'usermerge'`.execute(tx);
  if (rows[0]?.v !== mergedAtOnce) await command(tx, index, 'usermerge', mergedAtOnce);
}

/** Merges segments of about the same size until so many pages are written. Returns whether any were left to merge. */
export async function mergeSegments(tx: Db, index: SegmentedIndex, pages: BatchSize): Promise<boolean> {
  const before = await changes(tx);
  await command(tx, index, 'merge', pages);
  // The command itself counts as one change.
  return (await changes(tx)) - before > 1;
}

/** With a cast, because numbers arrive as floating-point values, which FTS5 refuses. */
const command = (tx: Db, index: SegmentedIndex, name: string, value: number) =>
  sql`insert into ${sql.table(index)} (${sql.ref(index)}, rank)
    values (${name}, cast(${value} as integer))`.execute(tx);

async function changes(tx: Db): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(tx);
  return rows[0]?.changes ?? 0;
}
