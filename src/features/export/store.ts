import { siteTables, type Table } from '../../platform/db/catalog.ts';
import { dialectOf } from '../../platform/db/dialect.ts';
import type { Db } from '../../platform/db/open.ts';
import { batches } from '../../platform/db/table-rows.ts';

/**
 * What belongs to the content of a site, each with the columns that are derived from other data or tied to this installation.
 * An export contains everything else, and its import into an empty site restores it row by row. Tables come after those that
 * they reference. Not content: users and how they sign in, sessions, keys, activity, jobs, imports, the bin, earlier versions
 * and unsaved drafts of posts, the training of the spam filter, mails and newsletters that were sent,
 * and what is computed (lists, search).
 */
export const contentTables = {
  profiles: [],
  // Its job is not content.
  categories: ['moving_to'],
  tags: [],
  translation_groups: [],
  posts: [
    'shown_html',
    'card_html',
    'card_truncated',
    'description',
    'renderer_version',
    'reading_minutes',
    'search_text',
  ],
  post_tags: [],
  post_categories: [],
  images: [],
  comments: ['verdict', 'reasons', 'taught', 'scored_round', 'features', 'address', 'date_told'],
  votes: [],
  reactions: [],
  post_addresses: [],
  redirects: ['import_id'],
  media: [],
  site_images: [],
  embeds: [],
  subscribers: [],
  subscriber_categories: [],
  mail_suppressions: [],
  settings: [],
} as const satisfies Record<string, readonly string[]>;

export type ContentTable = keyof typeof contentTables;
export type ContentRow = Record<string, string | number | null>;

/** All others are keys, state of this installation, or settings of scheduled jobs. */
const contentSettings = ['site', 'announcement', 'menu', 'custom_css', 'custom_css_version'] as const;

/** The content tables of a database with the columns that an export contains. */
export async function contentCatalog(db: Db): Promise<Map<ContentTable, Table>> {
  const all = new Map((await siteTables(db, dialectOf(db))).map((table) => [table.name, table]));
  const found = new Map<ContentTable, Table>();
  for (const [name, omitted] of Object.entries(contentTables) as [ContentTable, readonly string[]][]) {
    const table = all.get(name);
    if (table)
      found.set(name, {
        ...table,
        columns: table.columns.filter((column) => !omitted.includes(column.name)),
      });
  }
  return found;
}

/** The rows of a content table in key order, without derived columns; with `only`, those with this value in this column. */
export async function* contentRows(
  db: Db,
  table: Table,
  only?: { column: string; value: unknown },
): AsyncGenerator<ContentRow> {
  for await (const rows of batches(db, table, null, only)) {
    for (const row of rows) {
      if (table.name === 'settings' && !(contentSettings as readonly unknown[]).includes(row.name)) continue;
      yield Object.fromEntries(
        table.columns.map(({ name }) => [name, (row[name] ?? null) as string | number | null]),
      );
    }
  }
}

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

export async function countContent(db: Db, table: ContentTable): Promise<number> {
  const { count } = await db
    .selectFrom(table as 'posts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Of all posts and pages; small enough to be in memory. */
export async function webTitles(db: Db) {
  const rows = await db.selectFrom('posts').select(['id', 'kind', 'post_title_web']).orderBy('id').execute();
  return rows.map(({ id, kind, post_title_web }) => ({ id, kind, webTitle: post_title_web }));
}

export async function descriptionOf(db: Db, postId: number): Promise<string> {
  const { description } = await db
    .selectFrom('posts')
    .select('description')
    .where('id', '=', postId)
    .executeTakeFirstOrThrow();
  return description;
}
