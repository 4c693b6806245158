import type { Insertable } from 'kysely';
import type { Table } from '../../../../platform/db/catalog.ts';
import { dialectOf } from '../../../../platform/db/dialect.ts';
import type { Schema } from '../../../../platform/db/schema.ts';
import type { Row } from '../../../../platform/db/table-rows.ts';
import type { PostTransaction } from '../../../site/store/post-transaction.ts';
import { categoryById, categoryByPath } from '../../terms/store/categories.ts';
import { insertTag, tagByName } from '../../terms/store/tags.ts';
import type { BinnedNames } from './bin.ts';

/**
 * Inserts rows from the bin with their former ids, which are never given to other rows. A column that has been added since
 * gets its default; one that has been removed is left out.
 */
export async function insertBinned(tx: PostTransaction, table: Table, rows: readonly Row[]): Promise<void> {
  const known = new Set(table.columns.map(({ name }) => name));
  const values = rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => known.has(name))),
  );
  const perStatement = dialectOf(tx.db).insert.rowsPerStatement(table.columns.length);
  for (let from = 0; from < values.length; from += perStatement)
    await tx.db
      .insertInto(table.name as 'posts')
      .values(values.slice(from, from + perStatement) as unknown as Insertable<Schema['posts']>[])
      // Only these can exist again: a form that is still open has sent a newer one.
      .$if(['drafts', 'cuts'].includes(table.name), (query) =>
        query.onConflict((conflict) => conflict.doNothing()),
      )
      .execute();
}

/** Drafts of users who exist; those of removed users were theirs alone. */
export async function draftsOfUsers(tx: PostTransaction, rows: readonly Row[]): Promise<Row[]> {
  const users = await tx.db.selectFrom('users').select('id').execute();
  const ids = new Set<unknown>(users.map(({ id }) => id));
  return rows.filter((row) => ids.has(row.user_id));
}

/** The rows without authors whose profile is gone. */
export async function withKnownAuthors(
  tx: PostTransaction,
  rows: readonly Row[],
  column: 'author_id' | 'user_id',
): Promise<Row[]> {
  const profiles = await tx.db.selectFrom('profiles').select('user_id').execute();
  const ids = new Set<unknown>(profiles.map(({ user_id }) => user_id));
  return rows.map((row) => (row[column] == null || ids.has(row[column]) ? row : { ...row, [column]: null }));
}

/** The same tags of the post, with the ids that these tags have now. */
export async function tagsByName(
  tx: PostTransaction,
  rows: readonly Row[],
  tags: BinnedNames['tags'],
): Promise<Row[]> {
  const restored: Row[] = [];
  for (const row of rows) {
    const tag = tags.find(({ id }) => id === row.tag_id);
    if (!tag) continue;
    const { tag_name, display_name = tag_name } = tag;
    const { id } = (await tagByName(tx.db, tag_name)) ?? (await insertTag(tx.db, tag_name, display_name));
    restored.push({ ...row, tag_id: id });
  }
  return restored;
}

/** The further categories of the post that exist, by id or else by path; those that do not are reported. */
export async function categoriesByPath(
  tx: PostTransaction,
  rows: readonly Row[],
  names: NonNullable<BinnedNames['further']>,
  missing: (path: string) => void,
): Promise<Row[]> {
  const restored = new Map<number, Row>();
  for (const row of rows) {
    const path = names.find(({ id }) => id === row.category_id)?.category_path ?? '';
    const found = (await categoryById(tx.db, Number(row.category_id))) ?? (await categoryByPath(tx.db, path));
    if (found) restored.set(found.id, { ...row, category_id: found.id });
    else missing(path);
  }
  return [...restored.values()];
}
