import { sql } from 'kysely';
import { dialectOf } from '../../platform/db/dialect.ts';
import type { Db } from '../../platform/db/open.ts';
import type { Entry, Outcome } from './ledger.ts';

const columns = ['path', 'file', 'hash', 'tags'] as const;

/** Adds the paths that are not known yet, which are then due; returns them. */
export async function addPaths(
  db: Db,
  paths: readonly string[],
  { due, rank }: { due: number; rank: number },
): Promise<Entry[]> {
  const added: Entry[] = [];
  for (let from = 0; from < paths.length; from += 100)
    added.push(
      ...(await db
        .insertInto('published')
        .values(paths.slice(from, from + 100).map((path) => ({ path, due, rank })))
        .onConflict((conflict) => conflict.column('path').doNothing())
        .returning(columns)
        .execute()),
    );
  return added;
}

/** What is urgent comes first, then what shows the newest posts; files are looked at last, because pages still name them. */
export async function nextDue(db: Db): Promise<(Entry & { due: number; rank: number }) | undefined> {
  const row = await db
    .selectFrom('published')
    .select([...columns, 'due', 'rank'])
    .where('due', '<', 2)
    .orderBy('due')
    .orderBy('rank', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, due: row.due ?? 0 };
}

export async function tagsOf(db: Db, paths: readonly string[]): Promise<{ path: string; tags: string }[]> {
  if (paths.length === 0) return [];
  return db.selectFrom('published').select(['path', 'tags']).where('path', 'in', paths).execute();
}

export async function storeTags(db: Db, path: string, tags: string): Promise<void> {
  await db.updateTable('published').set({ tags }).where('path', '=', path).execute();
}

export async function storeOutcome(db: Db, path: string, outcome: Outcome & { rank: number }): Promise<void> {
  await db
    .updateTable('published')
    .set({ ...outcome, due: null })
    .where('path', '=', path)
    .execute();
}

export async function deletePath(db: Db, path: string): Promise<void> {
  await db.deleteFrom('published').where('path', '=', path).execute();
}

/** It is due again, but not in this round. */
export async function postpone(db: Db, path: string): Promise<void> {
  await db.updateTable('published').set({ due: 2 }).where('path', '=', path).execute();
}

/** Returns how many there were. */
export async function retryPostponed(db: Db): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('published')
    .set({ due: 1 })
    .where('due', '=', 2)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

export async function isFileTaken(db: Db, file: string, path: string): Promise<boolean> {
  const row = await db
    .selectFrom('published')
    .select('path')
    .where('file', '=', file)
    .where('path', '<>', path)
    .executeTakeFirst();
  return row !== undefined;
}

export async function storedRedirects(db: Db): Promise<{ path: string; location: string | null }[]> {
  // The condition of the index. With a parameter, SQLite would plan the query again at each call.
  const isRedirect = sql<boolean>`status > 200`;
  return db.selectFrom('published').select(['path', 'location']).where(isRedirect).orderBy('path').execute();
}

/** Of all files, or of those whose tags contain one of these texts: the database is faster at leaving out the others. */
export async function tagsAfter(
  db: Db,
  id: number,
  limit: number,
  texts: readonly string[] | null,
): Promise<{ id: number; tags: string }[]> {
  let query = db.selectFrom('published').select(['id', 'tags']).where('id', '>', id);
  if (texts)
    query = query.where((eb) => eb.or(texts.map((text) => dialectOf(db).contains(sql.ref('tags'), text))));
  return query.orderBy('id').limit(limit).execute();
}

/** What is urgent already stays so. */
export async function markDue(db: Db, ids: readonly number[], due: number): Promise<void> {
  for (let from = 0; from < ids.length; from += 500)
    await db
      .updateTable('published')
      .set({ due })
      .where('id', 'in', ids.slice(from, from + 500))
      .where((eb) => eb.or([eb('due', 'is', null), eb('due', '>', due)]))
      .execute();
}

export async function markAllDue(db: Db): Promise<void> {
  await db.updateTable('published').set({ due: 1 }).where('due', 'is', null).execute();
}

/** Every file is written again, whatever the store has. */
export async function forgetHashes(db: Db): Promise<void> {
  await db.updateTable('published').set({ hash: null }).execute();
}

export async function deletePublished(db: Db): Promise<void> {
  await db.deleteFrom('published').execute();
}

export async function addChanges(db: Db, tags: readonly string[]): Promise<void> {
  for (let from = 0; from < tags.length; from += 500)
    await db
      .insertInto('publish_changes')
      .values(tags.slice(from, from + 500).map((tag) => ({ tag })))
      .execute();
}

export async function waitingChanges(db: Db, limit: number): Promise<{ id: number; tag: string }[]> {
  return db.selectFrom('publish_changes').select(['id', 'tag']).orderBy('id').limit(limit).execute();
}

export async function deleteChanges(db: Db, ids: readonly number[]): Promise<void> {
  for (let from = 0; from < ids.length; from += 500)
    await db
      .deleteFrom('publish_changes')
      .where('id', 'in', ids.slice(from, from + 500))
      .execute();
}

export async function countPublished(db: Db): Promise<{ files: number; waiting: number }> {
  const { files, waiting } = await db
    .selectFrom('published')
    .select((eb) => [eb.fn.count<number>('file').as('files'), eb.fn.count<number>('due').as('waiting')])
    .executeTakeFirstOrThrow();
  return { files, waiting };
}

/** The post that had or has this web title. */
export async function postAt(db: Db, webTitle: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('post_addresses')
    .select('post_id')
    .where('post_title_web', '=', webTitle)
    .executeTakeFirst();
  return row?.post_id ?? undefined;
}

/** Whether a change or a file waits. */
export async function hasWork(db: Db): Promise<boolean> {
  const change = await db.selectFrom('publish_changes').select('id').limit(1).executeTakeFirst();
  return change !== undefined || (await nextDue(db)) !== undefined;
}
