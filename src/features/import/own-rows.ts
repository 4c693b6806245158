import { lockProfile } from '../../core/accounts/store/profiles.ts';
import type { Image } from '../../core/images/api/images.ts';
import { presentImage } from '../../core/images/present-image.ts';
import { unpackImage } from '../../core/images/store/image-rows.ts';
import { derive, lookupsFor } from '../../core/posts/rendering.ts';
import { adminSearchText, normalizedText } from '../../core/posts/text.ts';
import { describedBy } from '../../core/posts/write-posts.ts';
import {
  type ContentRow,
  type ContentTable,
  contentCatalog,
  contentTables,
} from '../../core/site/store/content-tables.ts';
import type { Blog } from '../../platform/blog.ts';
import type { Table } from '../../platform/db/catalog.ts';
import { storeOwnFiles } from './archive-images.ts';
import type { SourceItem } from './items.ts';
import * as messages from './messages/imports.ts';
import { cleanRow } from './own-clean.ts';
import type { Batch, ImportRun, Written } from './run.ts';
import { siteImageKind } from './store/imported-rows.ts';
import { recordCreated } from './store/imports.ts';
import { insertOwnRows, type OwnRow } from './store/own-rows.ts';

/** The rows of an item of an own export, ready to be inserted. */
export type PreparedOwn = { rows: OwnRow[]; remarks: string[] };

/** Everything that takes time: files are stored, texts are sanitized and rendered. */
export async function prepareOwn(
  run: ImportRun,
  item: SourceItem,
): Promise<PreparedOwn | { leftOut: string }> {
  const given = item.own?.rows ?? [];
  const catalog = await catalogOf(run.blog);
  const rows: OwnRow[] = [];
  const remarks: string[] = [];
  for (const { table: name, row } of given) {
    const table = Object.hasOwn(contentTables, name) ? catalog.get(name as ContentTable) : undefined;
    const clean = table && cleanRow(run.blog, table, row);
    if (!table || !clean) return { leftOut: messages.ownRowInvalid };
    rows.push({ table, row: clean });
  }
  if (!run.isDryRun) {
    const lost = await storeOwnFiles(run.blog, run.source, item.own?.files ?? new Map());
    if (lost.length > 0) remarks.push(messages.ownFilesMissing(lost));
  }
  const images = rows.filter(({ table }) => table.name === 'images').map(({ row }) => row);
  for (const [index, { table, row }] of rows.entries())
    if (table.name === 'posts') rows[index] = { table, row: await rendered(run.blog, row, images) };
    else if (table.name === 'redirects') rows[index] = { table, row: { ...row, import_id: run.id } };
  return { rows, remarks };
}

const catalogs = new WeakMap<Blog['db'], Promise<Map<ContentTable, Table>>>();
const catalogOf = ({ db }: Blog) => catalogs.getOrInsertComputed(db, () => contentCatalog(db));

/** The post with its derived columns. */
async function rendered(blog: Blog, row: ContentRow, images: readonly ContentRow[]): Promise<ContentRow> {
  const text = normalizedText(blog, {
    post_title: String(row.post_title),
    post_content: String(row.post_content),
    meta_description: String(row.meta_description ?? ''),
  });
  const shown = new Map<string, Image>();
  for (const stored of images) {
    const image = presentImage(blog, unpackImage(stored as never));
    shown.set(image.file_path, image);
    shown.set(image.file_path_largest, image);
  }
  const known = await lookupsFor(blog, blog.db, { ...text, language: String(row.language ?? '') }, null);
  const lookups = { ...known, findImage: (src: string) => shown.get(src) ?? null };
  return {
    ...row,
    ...text,
    ...describedBy(text, derive(text.post_content, lookups)),
    search_text: adminSearchText(text, String(row.post_title_web)),
  };
}

/** What `undo` removes by its id; the rows of posts go with their posts. */
const createdKinds: Record<string, string> = { tags: 'tag', categories: 'category', profiles: 'profile' };

export async function writeOwn({ tx, run }: Batch, { rows, remarks }: PreparedOwn): Promise<Written> {
  const [first] = rows;
  // That of an administrator, who stays when the import is undone.
  const isKnown = first?.table.name === 'profiles' && (await lockProfile(tx.db, Number(first.row.user_id)));
  await insertOwnRows(tx, rows);
  if (!first) return { created: {}, remarks };
  const { table, row } = first;
  const id = Number(row.id ?? row.user_id ?? 0);
  const kind = createdKinds[table.name];
  if (kind && !isKnown) await recordCreated(tx.db, run.id, kind, id);
  if (table.name === 'translation_groups') await recordCreated(tx.db, run.id, `translations:${id}`, id);
  if (table.name === 'embeds') await recordCreated(tx.db, run.id, `embed:${row.url}`, 0);
  if (table.name === 'site_images')
    await recordCreated(tx.db, run.id, siteImageKind(`${row.name}`, `${row.hash}`), 0);
  if (table.name === 'posts') return { created: { post: id, version: Number(row.version) }, remarks };
  if (table.name === 'comments') return { created: { post: Number(row.post_id), comment: id }, remarks };
  return { created: kind ? { other: id } : {}, remarks };
}
