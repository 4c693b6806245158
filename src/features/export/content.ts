import { type RawBuilder, sql } from 'kysely';
import { photoName } from '../../core/accounts/store/profiles.ts';
import { segments, segmentTitles } from '../../core/site/category-paths.ts';
import { toSite } from '../../core/site/site.ts';
import { type ContentRow, type ContentTable, contentCatalog } from '../../core/site/store/content-tables.ts';
import type { Blog } from '../../platform/blog.ts';
import type { Table } from '../../platform/db/catalog.ts';
import type { Db } from '../../platform/db/open.ts';
import { batches } from '../../platform/db/table-rows.ts';
import { filePrefix } from '../../platform/files/file-prefix.ts';
import { urls } from '../../platform/http/urls.ts';
import type { ArchiveContent } from './formats/archive-content.ts';
import type { ExportedAuthor, ExportedCategory, ExportedComment, ExportedTag } from './formats/content.ts';
import { imagesPrefix } from './formats/markdown-file.ts';
import { exportedPost, type Terms, variantNames } from './post.ts';
import { contentRow, contentRows, countContent, recipientKeys, webTitles } from './store.ts';

/** The content of a snapshot, for the writers of `src/features/export`. */
export async function contentOf(blog: Blog, db: Db): Promise<ArchiveContent> {
  const catalog = await contentCatalog(db);
  const rows = (name: ContentTable, only?: RawBuilder<unknown>) =>
    contentRows(db, tableOf(catalog, name), only);
  const settings = Object.fromEntries(
    (await all(rows('settings'))).map(({ name, value }) => [String(name), String(value)]),
  );
  const site = toSite(settings.site);
  const terms = await termsOf(rows);
  const heads = await webTitles(db);
  const counts = {
    posts: heads.filter(({ kind }) => kind === 'post').length,
    pages: heads.filter(({ kind }) => kind === 'page').length,
    comments: await countContent(db, 'comments'),
    files: 0,
    subscribers: await countContent(db, 'subscribers'),
  };
  for await (const _ of fileNames(rows)) counts.files += 1;
  const redirectTo = redirectTarget(heads, terms);
  const aliases = await aliasesOf(rows);
  const prefix = filePrefix(blog.files);
  return {
    site: {
      name: site.site_name,
      tagline: site.tagline,
      description: site.site_description,
      url: blog.siteUrl().replace(/\/$/, ''),
      language: site.language,
      timeZone: site.time_zone,
      date: blog.now().toISOString(),
      version: blog.version,
    },
    authors: [...terms.authors.values()],
    categories: withParents([...terms.categories.values()]),
    tags: [...terms.tags.values()],
    firstFreeId: 1 + heads.reduce((last, { id }) => Math.max(last, id), 0),
    settings,
    counts,
    rows: (table) => rows(table as ContentTable),
    recipientKeys: await recipientKeys(db),
    async *posts() {
      const table = tableOf(catalog, 'posts');
      for await (const batch of batches(db, table, null)) {
        const ofBatch = sql`post_id between ${batch[0]?.id} and ${batch.at(-1)?.id}`;
        const parts = new Map<string, Map<unknown, ContentRow[]>>();
        for (const name of partTables)
          if (catalog.has(name))
            parts.set(
              name,
              Map.groupBy(await all(rows(name, ofBatch)), ({ post_id }) => post_id),
            );
        for (const row of batch) {
          const own = [...parts].map(([name, byPost]) => [name, byPost.get(row.id) ?? []] as const);
          yield exportedPost(
            contentRow(table, row),
            Object.fromEntries(own),
            String(row.description),
            terms,
            aliases.get(Number(row.id)) ?? [],
            prefix,
          );
        }
      }
    },
    async *webTitles() {
      yield* heads;
    },
    async *comments(postId) {
      const only = postId === undefined ? undefined : sql`post_id = ${postId}`;
      for await (const row of rows('comments', only)) yield exportedComment(row);
    },
    async *redirects() {
      for await (const row of rows('redirects'))
        yield { from: String(row.from_path), to: redirectTo(row), own: row };
    },
    files: () => fileNames(rows),
    readFile: async (name) => (await blog.files.read(name))?.body ?? null,
  };
}

/** Tables whose rows are part of the file of a post. */
const partTables = ['post_tags', 'post_categories', 'images'] as const;

type Rows = (name: ContentTable, only?: RawBuilder<unknown>) => AsyncGenerator<ContentRow>;

function tableOf(catalog: ReadonlyMap<ContentTable, Table>, name: ContentTable): Table {
  const table = catalog.get(name);
  if (!table) throw new Error(`The database has no table ${name}.`);
  return table;
}

async function all(rows: AsyncIterable<ContentRow>): Promise<ContentRow[]> {
  const found: ContentRow[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

async function termsOf(rows: Rows): Promise<Terms> {
  const photos = new Map<string, string | null>();
  for await (const { name, variants } of rows('site_images'))
    photos.set(String(name), variantNames(variants).at(-1) ?? null);
  const authors = new Map<number, ExportedAuthor>();
  for await (const { user_id, display_name, bio } of rows('profiles')) {
    const id = Number(user_id);
    authors.set(id, {
      id,
      name: String(display_name),
      bio: String(bio),
      photo: photos.get(photoName(id)) ?? null,
    });
  }
  const tags = new Map<number, ExportedTag>();
  for await (const { id, tag_name, display_name } of rows('tags'))
    tags.set(Number(id), {
      id: Number(id),
      webName: String(tag_name),
      name: String(display_name || tag_name),
    });
  const categories = new Map<number, ExportedCategory>();
  for await (const row of rows('categories')) categories.set(Number(row.id), category(row));
  return { authors, tags, categories };
}

function category({ id, category_path, titles }: ContentRow): ExportedCategory {
  const path = String(category_path);
  return { id: Number(id), segments: segments(path), names: segmentTitles(path, String(titles)) };
}

/** Programs with a tree of categories need the ones above, also where the blog has only those below. */
function withParents(categories: readonly ExportedCategory[]): ExportedCategory[] {
  const found = new Map(categories.map((one) => [one.segments.join('.'), one]));
  let id = categories.reduce((last, one) => Math.max(last, one.id), 0);
  for (const one of categories)
    for (let depth = 1; depth < one.segments.length; depth += 1) {
      const above = one.segments.slice(0, depth);
      if (found.has(above.join('.'))) continue;
      id += 1;
      found.set(above.join('.'), { id, segments: above, names: one.names.slice(0, depth) });
    }
  return [...found.values()].sort((a, b) => a.segments.length - b.segments.length || a.id - b.id);
}

function exportedComment(row: ContentRow): ExportedComment {
  return {
    id: Number(row.id),
    postId: Number(row.post_id),
    parentId: row.parent_id === null || row.parent_id === undefined ? null : Number(row.parent_id),
    authorId: row.user_id === null || row.user_id === undefined ? null : Number(row.user_id),
    name: String(row.user_name),
    url: String(row.author_url ?? ''),
    text: String(row.comment_text),
    date: String(row.date_added),
    approved: row.approved === 1,
    source: String(row.source ?? 'local'),
    own: row,
  };
}

/** Former web titles, and old addresses without a query, by post. */
async function aliasesOf(rows: Rows): Promise<Map<number, string[]>> {
  const found = new Map<number, string[]>();
  const add = (id: unknown, path: string) => {
    const known = found.get(Number(id));
    if (known) known.push(path);
    else found.set(Number(id), [path]);
  };
  for await (const { post_id, post_title_web } of rows('post_addresses'))
    add(post_id, decoded(urls.post(String(post_title_web))));
  for await (const { post_id, from_path } of rows('redirects'))
    if (post_id !== null && !/[?#]/.test(String(from_path))) add(post_id, decoded(String(from_path)));
  return found;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function redirectTarget(heads: readonly { id: number; webTitle: string }[], { categories }: Terms) {
  const webTitles = new Map(heads.map(({ id, webTitle }) => [id, webTitle]));
  return ({ post_id, tag, category_id, image, to_path }: ContentRow): string | null => {
    const webTitle = post_id === null ? undefined : webTitles.get(Number(post_id));
    if (webTitle !== undefined) return urls.post(webTitle);
    if (typeof tag === 'string') return urls.tag(tag);
    const path = category_id === null ? undefined : categories.get(Number(category_id))?.segments;
    if (path) return urls.category(path.at(-1) ?? '');
    if (typeof image === 'string') return imagesPrefix + image;
    return to_path === null || to_path === undefined ? null : String(to_path);
  };
}

/** Each name once: the same image can belong to several posts. */
async function* fileNames(rows: Rows): AsyncGenerator<string> {
  const seen = new Set<string>();
  for (const table of ['images', 'media', 'site_images', 'embeds'] as const)
    for await (const row of rows(table))
      for (const name of variantNames(row.variants ?? row.image ?? null)) {
        if (seen.has(name)) continue;
        seen.add(name);
        yield name;
      }
}
