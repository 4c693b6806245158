import type { RawBuilder } from 'kysely';
import type { ContentRow, ContentTable } from '../../core/site/store/content-tables.ts';
import type { Table } from '../../platform/db/catalog.ts';
import type { Db } from '../../platform/db/open.ts';
import { countRows } from '../../platform/db/results.ts';
import { batches, type Row } from '../../platform/db/table-rows.ts';

/** All others are keys, state of this installation, or settings of scheduled jobs. */
const contentSettings = ['site', 'announcement', 'menu', 'custom_css', 'custom_css_version'] as const;

/** The rows of a content table in key order; with `only`, those that meet this condition. */
export async function* contentRows(
  db: Db,
  table: Table,
  only?: RawBuilder<unknown>,
): AsyncGenerator<ContentRow> {
  for await (const rows of batches(db, table, null, only))
    for (const row of rows)
      if (table.name !== 'settings' || (contentSettings as readonly unknown[]).includes(row.name))
        yield contentRow(table, row);
}

/** A row without derived columns. */
export const contentRow = ({ columns }: Table, row: Row): ContentRow =>
  Object.fromEntries(columns.map(({ name }) => [name, (row[name] ?? null) as string | number | null]));

/** With which links in mails are signed and addresses are hashed that get none, newest first. */
export async function recipientKeys(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('settings')
    .select('value')
    .where('name', 'in', ['key:mail', 'key:mail-former'])
    .orderBy('name')
    .execute();
  return rows.flatMap(({ value }) => value.split(' '));
}

export const countContent = (db: Db, table: ContentTable): Promise<number> =>
  countRows(db.selectFrom(table as 'posts'));

/** Of all posts and pages; small enough to be in memory. */
export async function webTitles(db: Db) {
  const rows = await db.selectFrom('posts').select(['id', 'kind', 'post_title_web']).orderBy('id').execute();
  return rows.map(({ id, kind, post_title_web }) => ({ id, kind, webTitle: post_title_web }));
}
