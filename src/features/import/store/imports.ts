import { type Insertable, sql, type Updateable } from 'kysely';
import type { Blog } from '../../../platform/blog.ts';
import { dialectOf } from '../../../platform/db/dialect.ts';
import type { Db } from '../../../platform/db/open.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import { countRows, deletedRows, isFound } from '../../../platform/db/results.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { ImportOutcome } from '../api.ts';

export type StoredImport = NonNullable<Awaited<ReturnType<typeof importById>>>;

export const importById = (db: Db, id: number) =>
  db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst();

/** Locks it until the transaction ends. */
export const lockImport = (db: Db, id: number) =>
  db
    .selectFrom('imports')
    .selectAll()
    .where('id', '=', id)
    .modifyEnd(dialectOf(db).forUpdate)
    .executeTakeFirst();

/** Newest first. */
export const allImports = (db: Db, limit: number) =>
  db.selectFrom('imports').selectAll().orderBy('id', 'desc').limit(limit).execute();

/** Whether a job waits for the file at a path or reads it. */
export const isBeingImported = (db: Db, path: string): Promise<boolean> =>
  isFound(
    db
      .selectFrom('imports as m')
      .innerJoin('jobs as j', 'j.id', 'm.job_id')
      .select('m.id')
      .where('m.path', '=', path)
      .where('j.date_finished', 'is', null),
  );

export async function insertImport(db: Db, row: Insertable<Schema['imports']>): Promise<number> {
  const { id } = await db.insertInto('imports').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export type ImportChange = Updateable<Schema['imports']>;

export async function updateImport(db: Db, id: number, change: ImportChange): Promise<void> {
  await db.updateTable('imports').set(change).where('id', '=', id).execute();
}

export type NewItem = Omit<Schema['import_items'], 'id' | 'reasons'> & { reasons: readonly string[] };

const itemColumns = 13;

export async function insertItems(db: Db, rows: readonly NewItem[]): Promise<void> {
  const size = dialectOf(db).insert.rowsPerStatement(itemColumns);
  for (let from = 0; from < rows.length; from += size)
    await db
      .insertInto('import_items')
      .values(rows.slice(from, from + size).map((row) => ({ ...row, reasons: JSON.stringify(row.reasons) })))
      .execute();
}

/** Deletes up to `limit` items, those that an undo has kept only on demand, and returns how many. */
export const deleteItems = (db: Db, importId: number, limit: number, { kept = true } = {}): Promise<number> =>
  deletedRows(
    db.deleteFrom('import_items').where('id', 'in', (eb) =>
      eb
        .selectFrom('import_items')
        .select('id')
        .where('import_id', '=', importId)
        .$if(!kept, (query) => query.where('outcome', '<>', 'kept'))
        .limit(limit),
    ),
  );

// Dry runs have created nothing, so only the one that asks counts.
const byKey = prepared((db, key: string, format: string, scope: string, importId: number) =>
  db
    .selectFrom('import_items as i')
    .innerJoin('imports as m', 'm.id', 'i.import_id')
    .leftJoin('posts as p', 'p.id', 'i.post_id')
    .select(['i.id', 'i.import_id', 'i.kind', 'i.label', 'i.outcome', 'i.post_id', 'i.comment_id'])
    .select(['i.other_id', 'i.source_hash', 'p.post_date', 'p.id as live_post'])
    .where('i.key', '=', key)
    .where('i.kind', '<>', 'update')
    .where('m.format', '=', format)
    .where('m.scope', '=', scope)
    .where('i.outcome', '<>', 'left-out')
    .where((eb) => eb.or([eb('m.dry_run', '=', 0), eb('m.id', '=', importId)]))
    .orderBy('i.id', 'desc')
    .limit(1),
);
export type EarlierItem = Awaited<ReturnType<typeof byKey>>[number];

/** What became of an item with this key, in this import or else in an earlier one of the same source. */
export async function itemByKey(
  db: Db,
  key: string,
  { id, format, scope }: { id: number; format: string; scope: string },
): Promise<EarlierItem | undefined> {
  const [found] = await byKey(db, key, format, scope, id);
  return found;
}

/** Whether another import of the same source, which was no dry run, may have items. */
export const hasEarlierImport = (
  db: Db,
  { id, format, scope }: { id: number; format: string; scope: string },
): Promise<boolean> =>
  isFound(
    db
      .selectFrom('imports')
      .select('id')
      .where('format', '=', format)
      .where('scope', '=', scope)
      .where('dry_run', '=', 0)
      .where('id', '<>', id)
      .limit(1),
  );

/** Records that the import itself has changed a post, unless the owner has changed it before. */
export async function followImportedVersion(db: Db, postId: number): Promise<void> {
  const post = await db.selectFrom('posts').select('version').where('id', '=', postId).executeTakeFirst();
  if (!post) return;
  await db
    .updateTable('import_items')
    .set({ post_version: post.version })
    .where('post_id', '=', postId)
    .where('comment_id', 'is', null)
    .where('post_version', '=', post.version - 1)
    .execute();
}

export async function updateItem(
  db: Db,
  id: number,
  change: Updateable<Schema['import_items']>,
): Promise<void> {
  await db.updateTable('import_items').set(change).where('id', '=', id).execute();
}

/** Adds a remark to the item of this key. */
export async function addRemark(db: Db, importId: number, key: string, remark: string): Promise<void> {
  const item = await db
    .selectFrom('import_items')
    .select(['id', 'reasons'])
    .where('import_id', '=', importId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!item) return;
  const reasons = JSON.stringify([...new Set([...(JSON.parse(item.reasons) as string[]), remark])]);
  await updateItem(db, item.id, { outcome: 'remark', reasons });
}

export type ItemFilter = { outcome?: ImportOutcome | undefined; kind?: string | undefined };

const filtered = (db: Db, importId: number, { outcome, kind }: ItemFilter) =>
  db
    .selectFrom('import_items as i')
    .where('i.import_id', '=', importId)
    .$if(outcome !== undefined, (query) => query.where('i.outcome', '=', outcome ?? 'imported'))
    .$if(kind !== undefined, (query) => query.where('i.source_kind', '=', kind ?? ''));

/** In the order of the source. */
export const itemPage = (
  db: Db,
  importId: number,
  filter: ItemFilter,
  { limit, offset }: { limit: number; offset: number },
) =>
  filtered(db, importId, filter)
    .leftJoin('posts as p', 'p.id', 'i.post_id')
    .select(['i.id', 'i.key', 'i.source_kind', 'i.label', 'i.outcome', 'i.reasons'])
    .select(['p.post_title_web', 'p.kind'])
    .orderBy('i.position')
    .limit(limit)
    .offset(offset)
    .execute();

export const countItems = (db: Db, importId: number, filter: ItemFilter): Promise<number> =>
  countRows(filtered(db, importId, filter));

/** How many items of each kind of the source ended how. Read from an index alone, because it is asked for while an import runs. */
export const countOutcomes = (db: Db, importId: number) => countedBy(db, importId, 'source_kind');

/** How many items became what on this site, those that were left out included. */
export const countKinds = (db: Db, importId: number) => countedBy(db, importId, 'kind');

const countedBy = <Column extends 'kind' | 'source_kind'>(db: Db, importId: number, column: Column) =>
  db
    .selectFrom('import_items')
    .select([column, 'outcome'])
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('import_id', '=', importId)
    .groupBy([column, 'outcome'])
    .orderBy(column)
    .execute();

/** The posts and pages of an import after a position, in their order. */
export const importedPosts = (db: Db, importId: number, after: number, limit: number) =>
  db
    .selectFrom('import_items as i')
    .innerJoin('posts as p', 'p.id', 'i.post_id')
    .select(['i.position', 'i.outcome', 'i.post_version'])
    .select(['p.id', 'p.post_content', 'p.shown_html', 'p.card_html', 'p.version'])
    .where('i.import_id', '=', importId)
    .where('i.position', '>', after)
    .where('i.comment_id', 'is', null)
    .where('i.post_id', 'is not', null)
    .orderBy('i.position')
    .limit(limit)
    .execute();

export async function recordCreated(
  db: Db,
  importId: number,
  kind: string,
  createdId: number,
): Promise<void> {
  await db
    .insertInto('import_created')
    .values({ import_id: importId, kind, created_id: createdId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** What an import created under a name. */
export async function createdAs(db: Db, importId: number, kind: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('import_created')
    .select('created_id')
    .where('import_id', '=', importId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row?.created_id;
}

/** The administrator of this name; the first one for an import of the command line. */
export async function userNamed(db: Db, username: string | null): Promise<number | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .$if(username !== null, (query) => query.where('username', '=', username ?? ''))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** When the last import of a site began; null when there was none before. */
export async function lastImportOf(db: Db, url: string, before: number): Promise<string | null> {
  const row = await db
    .selectFrom('imports')
    .select('date_added')
    .where('url', '=', url)
    .where('state', '=', 'done')
    .where('dry_run', '=', 0)
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.date_added ?? null;
}

/** Whether the site has no posts, pages, comments, deleted posts or rows that features export, such as subscribers. */
export async function isWithoutContent({ db, features }: Blog): Promise<boolean> {
  const ofFeatures = features.flatMap(({ exports }) => exports?.table ?? []);
  for (const table of ['posts', 'bin', 'categories', 'tags', 'redirects', 'media', ...ofFeatures]) {
    const row = await db
      .selectFrom(table as 'posts')
      .select(sql.lit(1).as('found'))
      .limit(1)
      .executeTakeFirst();
    if (row) return false;
  }
  return true;
}
