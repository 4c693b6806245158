import type { BatchSize } from '../../../platform/db/in-batches.ts';
import type { Db } from '../../../platform/db/open.ts';
import { countRows, deletedRows } from '../../../platform/db/results.ts';
import type { ActivityEntry, ActivityKind } from '../api/activity.ts';

type Row = ActivityEntry & { message: string | null };

/** Pass the transaction of the change, so that the entry is stored if and only if the change is. */
export async function insertActivity(db: Db, entry: Omit<Row, 'id'>): Promise<void> {
  await db.insertInto('activity').values(entry).execute();
}

export type ActivityFilter = { kind?: ActivityKind | undefined };

/** Newest first. */
export async function activityPage(
  db: Db,
  filter: ActivityFilter,
  page: { limit: number; offset: number },
): Promise<Row[]> {
  const rows = await db
    .selectFrom('activity')
    .select(['id', 'date', 'kind', 'what', 'message', 'username', 'address', 'browser'])
    .$if(filter.kind !== undefined, (query) => query.where('kind', '=', filter.kind ?? ''))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return rows.map((row) => ({ ...row, kind: row.kind as ActivityKind }));
}

export const countActivity = (db: Db, filter: ActivityFilter): Promise<number> =>
  countRows(
    db
      .selectFrom('activity')
      .$if(filter.kind !== undefined, (query) => query.where('kind', '=', filter.kind ?? '')),
  );

/** Returns the number of deleted entries. */
export const deleteActivityBefore = (db: Db, date: string, limit: BatchSize): Promise<number> =>
  deletedRows(
    db
      .deleteFrom('activity')
      .where('id', 'in', (eb) =>
        eb.selectFrom('activity').select('id').where('date', '<', date).orderBy('id').limit(limit),
      ),
  );

/** The id of the newest entry of these kinds that is not among the `keep` newest ones. */
export async function newestExcessActivity(
  db: Db,
  kinds: readonly ActivityKind[],
  keep: number,
): Promise<number | undefined> {
  const newest = await db
    .selectFrom('activity')
    .select('id')
    .where('kind', 'in', [...kinds])
    .orderBy('id', 'desc')
    .offset(keep)
    .limit(1)
    .executeTakeFirst();
  return newest?.id;
}

/** Deletes entries of these kinds up to the id `last`; returns how many. */
export const deleteActivityUpTo = (
  db: Db,
  kinds: readonly ActivityKind[],
  last: number,
  limit: BatchSize,
): Promise<number> =>
  deletedRows(
    db.deleteFrom('activity').where('id', 'in', (eb) =>
      eb
        .selectFrom('activity')
        .select('id')
        .where('kind', 'in', [...kinds])
        .where('id', '<=', last)
        .orderBy('id')
        .limit(limit),
    ),
  );
