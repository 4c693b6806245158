import { markdownToHtml } from '../../../../content/markdown/to-html.ts';
import { instant } from '../../../../platform/files/dates.ts';
import { columnsOf, csvRows } from '../../../../platform/files/read-csv.ts';
import type { Source, SourceEntry } from '../../../../platform/files/source.ts';
import { convertForeignHtml } from '../../content/convert.ts';
import type { PostItem } from '../../items.ts';
import { imageItems } from '../../source-images.ts';
import { countRows } from '../counting.ts';
import { readerOf } from '../reader.ts';
import { urlized } from './addresses.ts';
import { imageCount, repeatedFiles } from './kinds.ts';

/** The CSV file that Bear Blog exports: a row per post, with its text in Markdown. */
async function bearFile(source: Source): Promise<SourceEntry | null> {
  for (const entry of source.entries.filter(({ path }) => /\.csv$/i.test(path)).slice(0, 10)) {
    const columns = await columnsOf(entry);
    if (['title', 'slug', 'content', 'published_date'].every((name) => columns.includes(name))) return entry;
  }
  return null;
}

export const bear = readerOf(
  bearFile,
  async (entry, source) => new Map([['post', await countRows(entry)], imageCount(source)]),
  async function* read(entry, source) {
    for await (const row of csvRows(entry)) yield postItem(row);
    yield* imageItems(source);
    yield* repeatedFiles(source, entry);
  },
);

const isTrue = (value: string | undefined): boolean => /^(?:true|1|yes|t)$/i.test(value ?? '');

function postItem(row: Readonly<Record<string, string>>): PostItem {
  const { title = '', slug = '', content = '' } = row;
  const { html, remarks } = convertForeignHtml(markdownToHtml(`\n${content.replaceAll('\r\n', '\n')}`).html);
  const date = instant(row.published_date) ?? instant(row.first_published_at);
  const isPage = isTrue(row.is_page);
  const aliases = (row.alias ?? '').split(',').flatMap((alias) => alias.trim() || []);
  const tags = tagsOf(row.all_tags ?? row.tags ?? '');
  const hasImage = /^https?:\/\//.test(row.meta_image ?? '');
  return {
    kind: isPage ? 'page' : 'post',
    key: `bear:${row.uid || slug}`,
    sourceKind: 'post',
    label: title,
    title,
    slug: isPage ? `/${slug}` : slug,
    html,
    original: content,
    ...(row.meta_description ? { summary: row.meta_description } : {}),
    date,
    status: isTrue(row.publish) ? 'public' : 'draft',
    tags: tags.map((name) => ({ name, slug: urlized(name) })),
    ...(row.lang ? { language: row.lang } : {}),
    ...(hasImage ? { mainImage: { url: row.meta_image ?? '' } } : {}),
    addresses: [`/${slug}/`, ...aliases.map((alias) => `/${alias.replace(/^\//, '')}`)],
    ...(remarks.length > 0 ? { remarks } : {}),
  };
}

/** A list in JSON, or names between commas. */
function tagsOf(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text || '[]');
    if (Array.isArray(value))
      return value.filter((one): one is string => typeof one === 'string' && one !== '');
  } catch {
    // Not JSON.
  }
  return text
    .split(',')
    .map((name) => name.replace(/[[\]"']/g, '').trim())
    .filter(Boolean);
}
