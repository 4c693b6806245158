import { siteTables, type Table } from '../../../platform/db/catalog.ts';
import { dialectOf } from '../../../platform/db/dialect.ts';
import type { Db } from '../../../platform/db/open.ts';

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
