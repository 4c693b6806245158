import type { ActivityEntry, ActivityKind } from '../contract/activity.ts';
import type { Db } from '../db/open.ts';

/** Writes down what was done. With a transaction as its handle, the entry is there if and only if the change is. */
export async function record(db: Db, entry: Omit<ActivityEntry, 'id'>): Promise<void> {
  await db.insertInto('activity').values(entry).execute();
}

export type ActivityFilter = { kind?: ActivityKind | undefined };

/** The latest first. */
export async function activityPage(
  db: Db,
  filter: ActivityFilter,
  page: { limit: number; offset: number },
): Promise<ActivityEntry[]> {
  const rows = await db
    .selectFrom('activity')
    .select(['id', 'date', 'kind', 'what', 'username', 'address', 'browser'])
    .$if(filter.kind !== undefined, (query) => query.where('kind', '=', filter.kind ?? ''))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return rows.map((row) => ({ ...row, kind: row.kind as ActivityKind }));
}

export async function countActivity(db: Db, filter: ActivityFilter): Promise<number> {
  const { total } = await db
    .selectFrom('activity')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .$if(filter.kind !== undefined, (query) => query.where('kind', '=', filter.kind ?? ''))
    .executeTakeFirstOrThrow();
  return total;
}

export async function forgetActivityBefore(db: Db, date: string): Promise<void> {
  await db.deleteFrom('activity').where('date', '<', date).execute();
}

/** Keeps the latest of the given kinds and forgets older ones. */
export async function keepLatestActivity(
  db: Db,
  kinds: readonly ActivityKind[],
  most: number,
): Promise<void> {
  const oldest = await db
    .selectFrom('activity')
    .select('id')
    .where('kind', 'in', [...kinds])
    .orderBy('id', 'desc')
    .offset(most)
    .limit(1)
    .executeTakeFirst();
  if (oldest)
    await db
      .deleteFrom('activity')
      .where('kind', 'in', [...kinds])
      .where('id', '<=', oldest.id)
      .execute();
}
