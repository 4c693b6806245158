import type { Source, SourceEntry } from '../../../../platform/files/source.ts';
import { readBeginning } from '../../../../platform/files/text-file.ts';
import { jsonValues } from '../../sources/json-stream.ts';

export type Row = Readonly<Record<string, unknown>>;

/** The small tables of an export. Posts are read one at a time. */
export type Tables = {
  entry: SourceEntry;
  settings: ReadonlyMap<string, string>;
  tags: readonly Row[];
  users: readonly Row[];
  /** By the id of the post, in their order. */
  tagsOfPosts: ReadonlyMap<string, readonly string[]>;
  authorsOfPosts: ReadonlyMap<string, readonly string[]>;
  metaOfPosts: ReadonlyMap<string, Row>;
  memberNames: ReadonlyMap<string, string>;
  /** How many rows the other tables have. */
  others: ReadonlyMap<string, number>;
};

/** The JSON file of a Ghost export, alone or beside the folder `content`. */
export async function findExport(source: Source): Promise<SourceEntry | null> {
  const candidates = source.entries
    .filter(
      ({ path }) =>
        /\.json$/i.test(path) &&
        path.split('/').length <= 4 &&
        !/(?:^|\/)(?:package|redirects)(?:-lock)?\.json$/.test(path),
    )
    .sort((a, b) => a.path.split('/').length - b.path.split('/').length)
    .slice(0, 20);
  for (const entry of candidates) if (isExport(await readBeginning(entry, 2000))) return entry;
  return null;
}

const isExport = (text: string): boolean =>
  /^\s*\{\s*"(?:db|meta|data)"\s*:/.test(text) &&
  (/"exported_on"\s*:/.test(text) ||
    /"db"\s*:\s*\[\s*\{\s*"(?:meta|data)"/.test(text) ||
    /"data"\s*:\s*\{\s*"(?:posts|users|tags|settings|posts_tags|benefits|custom_theme_settings)"\s*:/.test(
      text,
    ));

/** The name of the table that a path leads into, for both wrappers: `db[0].data.posts[]` and `data.posts[]`. */
export function tableOf(path: readonly string[]): string | null {
  const inside = path[0] === 'db' ? path.slice(2) : path;
  return inside.length === 3 && inside[0] === 'data' && inside[2] === '*' ? (inside[1] ?? null) : null;
}

export const string = (row: Row | undefined, ...names: string[]): string => {
  for (const name of names) {
    const value = row?.[name];
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return '';
};

/** Tables of the program itself, which say nothing about the blog. */
const internal =
  /^(?:migrations|migrations_lock|sessions|roles|roles_users|permissions\w*|brute|actions|settings|jobs|tokens|api_keys|integrations|webhooks|invites|mobiledoc_revisions|post_revisions|posts_meta|posts_tags|posts_authors|posts_products|custom_theme_settings|temp_\w+|automated_emails|milestones)$/;

export async function readTables(entry: SourceEntry): Promise<Tables> {
  const settings = new Map<string, string>();
  const tags: Row[] = [];
  const users: Row[] = [];
  const tagOrder: Ordered = new Map();
  const authorOrder: Ordered = new Map();
  const metaOfPosts = new Map<string, Row>();
  const memberNames = new Map<string, string>();
  const others = new Map<string, number>();
  const handlers: Record<string, (row: Row) => void> = {
    settings: (row) => settings.set(string(row, 'key'), string(row, 'value')),
    tags: (row) => tags.push(row),
    users: (row) => users.push(row),
    posts_tags: (row) => ofPost(tagOrder, row).push([Number(row.sort_order ?? 0), string(row, 'tag_id')]),
    posts_authors: (row) =>
      ofPost(authorOrder, row).push([Number(row.sort_order ?? 0), string(row, 'author_id')]),
    posts_meta: (row) => metaOfPosts.set(string(row, 'post_id'), metaOf(row)),
    members: (row) => memberNames.set(string(row, 'id'), string(row, 'name')),
  };
  const isWanted = (path: readonly string[]) => {
    const table = tableOf(path);
    return table !== null && table !== 'posts' && table !== 'comments';
  };
  for await (const { path, value } of jsonValues(entry, isWanted)) {
    const table = tableOf(path) ?? '';
    if (typeof value !== 'object' || value === null) continue;
    if (Object.hasOwn(handlers, table)) handlers[table]?.(value as Row);
    if (table !== 'tags' && table !== 'users' && !internal.test(table))
      others.set(table, (others.get(table) ?? 0) + 1);
  }
  return {
    entry,
    settings,
    tags,
    users,
    tagsOfPosts: inOrder(tagOrder),
    authorsOfPosts: inOrder(authorOrder),
    metaOfPosts,
    memberNames,
    others,
  };
}

const metaOf = (row: Row): Row => ({
  meta_description: row.meta_description,
  feature_image_alt: row.feature_image_alt,
  feature_image_caption: row.feature_image_caption,
  email_only: row.email_only,
});

/** What belongs to each post, with its order. */
type Ordered = Map<string, [order: number, id: string][]>;

const ofPost = (ordered: Ordered, row: Row) => ordered.getOrInsertComputed(string(row, 'post_id'), () => []);

function inOrder(map: Ordered): Map<string, string[]> {
  return new Map(
    [...map].map(([key, list]) => [key, list.toSorted(([a], [b]) => a - b).map(([, id]) => id)]),
  );
}
