import { indexImageTexts } from '../../../core/images/store/images.ts';
import { indexTextImages, isNamed } from '../../../core/images/store/text-images.ts';
import type { ContentRow, ContentTable } from '../../../core/site/store/content-tables.ts';
import type { PostTransaction } from '../../../core/site/store/post-transaction.ts';
import type { Blog } from '../../../platform/blog.ts';
import type { Table } from '../../../platform/db/catalog.ts';
import { dialectOf } from '../../../platform/db/dialect.ts';
import type { Db } from '../../../platform/db/open.ts';

export type OwnRow = { table: Table & { name: ContentTable | string }; row: ContentRow };

/**
 * Inserts rows of an export as they are, ids included. A row that is there already, such as the profile of the first
 * administrator or a setting, is replaced.
 */
export async function insertOwnRows(tx: PostTransaction, rows: readonly OwnRow[]): Promise<void> {
  for (const { table, row } of rows) {
    const { [table.key[0] ?? '']: _, ...others } = row;
    await tx.db
      .insertInto(table.name as 'settings')
      .values(row as never)
      .onConflict((conflict) =>
        Object.keys(others).length > 0
          ? conflict.columns(table.key as never).doUpdateSet(row as never)
          : conflict.doNothing(),
      )
      .execute();
    await follow(tx, table.name, row);
    if (table.identity !== null) await reserve(tx, table.name, table.identity, Number(row[table.identity]));
    // A new administrator must not get the profile of a former author.
    if (table.name === 'profiles') await reserve(tx, 'users', 'id', Number(row.user_id));
  }
}

async function follow(tx: PostTransaction, table: string, row: ContentRow): Promise<void> {
  if (table === 'posts') {
    const id = Number(row.id);
    await indexTextImages(tx, id);
    tx.follow(id, 'page', 'link', 'lists', 'search');
  }
  if (table === 'images') await indexImageTexts(tx, Number(row.post_id));
  if (/^(?:post_tags|post_categories)$/.test(table))
    tx.follow(Number(row.post_id), 'page', 'lists', 'search');
  if (/^(?:images|comments|votes|reactions)$/.test(table)) tx.follow(Number(row.post_id), 'page');
}

/** PostgreSQL gives out ids that were inserted, unless its sequence is set. */
async function reserve(tx: PostTransaction, table: string, column: string, id: number): Promise<void> {
  const dialect = dialectOf(tx.db);
  if ((await dialect.nextId(tx.db, table, column)) <= id)
    await dialect.setNextId(tx.db, table, column, id + 1);
}

/** How rows that belong to no post are named in the keys of their items. What others may use or replace is recorded as created. */
const named = { media: 'hash', mail_suppressions: 'address_hash' } as const;

/** Whether a text plays the recording, also one in the bin. */
async function isInUse(db: Db, hash: string): Promise<boolean> {
  const binned = await db.selectFrom('bin_images').select('hash').where('hash', '=', hash).executeTakeFirst();
  return binned !== undefined || isNamed(db, hash);
}

/** Deletes rows of an import that belong to no post, for its undo; returns how many items there were. */
export async function deleteOwnRows(
  tx: PostTransaction,
  importId: number,
  limit: number,
  features: Blog['features'],
): Promise<number> {
  const items = await tx.db
    .selectFrom('import_items')
    .select(['id', 'key'])
    .where('import_id', '=', importId)
    .where('kind', '=', 'own')
    .where('outcome', '<>', 'kept')
    .limit(limit)
    .execute();
  for (const { id, key } of items) {
    const [table = '', name = ''] = key.split(/:(.*)/s);
    for (const { exports } of features)
      if (exports?.table === table) await exports.deleteRow(tx.db, Number(name));
    if (Object.hasOwn(named, table) && !(table === 'media' && (await isInUse(tx.db, name))))
      await tx.db
        .deleteFrom(table as 'media')
        .where(named[table as 'media'], '=', name)
        .execute();
    await tx.db.deleteFrom('import_items').where('id', '=', id).execute();
  }
  return items.length;
}
