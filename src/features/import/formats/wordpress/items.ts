import { instant } from '../../../../platform/files/dates.ts';
import { convertForeignHtml } from '../../content/convert.ts';
import type { ConvertOptions } from '../../content/options.ts';
import type { ImageReference, PostItem, PostStatus, SourceItem, Term } from '../../items.ts';
import type { XmlElement } from '../../sources/xml-element.ts';
import type { Addresses } from './addresses.ts';
import { dateField, decodedSlug, type Fields, field, idField } from './fields.ts';
import type { BlogIndex } from './index-of-blog.ts';
import { leftOutType, statusOf } from './kinds.ts';
import { termsOf } from './terms.ts';
import { detached, plainLine } from './xml-text.ts';

export type RawItem = {
  fields: Fields;
  terms: readonly XmlElement[];
  /** By key; the first of each. */
  meta: ReadonlyMap<string, string>;
  isCut: boolean;
};

export type Blog = {
  index: BlogIndex;
  addresses: Addresses;
  /** Programs with an export of the same form spell their texts differently. */
  convert?: ConvertOptions;
};

/** The item of the report for an item of the export. */
export function readItem(raw: RawItem, blog: Blog): SourceItem {
  const { fields, isCut } = raw;
  const { addresses } = blog;
  const type = typeOf(fields);
  const id = idField(fields, 'wp:post_id');
  const title = detached(plainLine(fields.get('title') ?? ''));
  const common = {
    key: detached(`${addresses.host}/${type}/${id || field(fields, 'guid', 'link') || title}`),
    sourceKind: type,
    label: title || detached(field(fields, 'wp:post_name')) || `${type} ${id}`.trim(),
  };
  const leftOut = (reason: string): SourceItem => ({ ...common, kind: 'left-out', reason });
  if (isCut && !fields.has('wp:post_type')) return leftOut('The file ends in the middle of it.');
  const unwanted = leftOutType(type, fields);
  if (unwanted !== null)
    return {
      ...leftOut(unwanted),
      ...(type === 'nav_menu_item' && { label: menuLabel(raw, title, common.label) }),
    };
  if (type === 'attachment') return readFile(raw, blog, common);
  const status = statusOf(fields);
  if ('leftOut' in status) return leftOut(status.leftOut);
  return readPost(raw, blog, { ...common, title, type, id, ...status });
}

/** Entries of menus have no title of their own where they show that of a page. */
const menuLabel = ({ meta }: RawItem, title: string, label: string): string =>
  title ||
  meta.get('_menu_item_url')?.trim() ||
  [meta.get('_menu_item_object'), meta.get('_menu_item_object_id')].filter(Boolean).join(' ') ||
  label;

function typeOf(fields: Fields): string {
  const type = field(fields, 'wp:post_type');
  return /^[\w-]{1,60}$/.test(type) ? type : 'post';
}

type Common = { key: string; sourceKind: string; label: string };

function readFile({ fields }: RawItem, { index, addresses }: Blog, common: Common): SourceItem {
  const id = idField(fields, 'wp:post_id');
  const url = detached(field(fields, 'wp:attachment_url', 'guid'));
  const reason = !/^https?:\/\//i.test(url)
    ? 'The export does not say where the file is.'
    : !isImage(url) && 'Only images are taken over. Texts that link to the file still do.';
  if (reason) return { ...common, kind: 'left-out', reason };
  const parent = idField(fields, 'wp:post_parent');
  return {
    ...common,
    kind: 'attachment',
    image: { url, ...textsOf(index.files.get(id)) },
    ...(parent && { post: `${addresses.host}/${index.pages.has(parent) ? 'page' : 'post'}/${parent}` }),
    addresses: addresses.ofFile(id, field(fields, 'link'), url),
  };
}

function isImage(url: string): boolean {
  const extension = /\.([a-z\d]{2,5})(?:[?#]|$)/i.exec(url.replace(/^https?:\/\/[^/]{1,300}/i, ''))?.[1];
  return (
    extension === undefined || /^(?:jpe?g|jpe|png|gif|webp|avif|bmp|tiff?|heic|svg|ico)$/i.test(extension)
  );
}

function textsOf(file: { alt: string; caption: string } | undefined): { alt?: string; caption?: string } {
  return { ...(file?.alt && { alt: file.alt }), ...(file?.caption && { caption: file.caption }) };
}

type PostHead = Common & { title: string; type: string; id: string; status: PostStatus; remarks: string[] };

function readPost(
  raw: RawItem,
  blog: Blog,
  { title, type, id, status, remarks, ...common }: PostHead,
): PostItem {
  const { fields, meta } = raw;
  const { index, addresses } = blog;
  const isPage = type === 'page';
  if (!isPage && type !== 'post') remarks.push(`It was of the type "${type}" and became a post.`);
  if (raw.isCut) remarks.push('The file ends in the middle of it; something may be missing.');
  const permalink = field(fields, 'link');
  const converted = convertForeignHtml(fields.get('content:encoded') ?? '', {
    wordpress: true,
    baseUrl: URL.parse(permalink, index.url || undefined)?.href ?? index.url,
    attachment: (file) => index.files.get(file),
    attachmentsOfPost: () => filesOfPost(index, id),
    reusableBlock: (block) => index.blocks.get(block),
    footnote: footnotesOf(meta.get('footnotes')),
    ...blog.convert,
  });
  remarks.push(...converted.remarks);
  const terms = termsOf(raw.terms, index);
  for (const [kind, names] of terms.other)
    remarks.push(`Terms of "${kind}" were left out: ${names.slice(0, 20).join(', ')}.`);
  if (field(fields, 'wp:is_sticky') === '1')
    remarks.push('It was a sticky post; here it is sorted by its date.');
  const custom = customFields(meta);
  if (custom) remarks.push(`Custom fields were left out: ${custom}`);
  const date = postDate(fields, index.offset);
  const updated = dateField(fields, 'wp:post_modified', index.offset);
  const mainImage = mainImageOf(meta, blog, remarks);
  const author = field(fields, 'dc:creator');
  const summary = summaryOf(fields, meta);
  const slug = isPage ? pagePath(index, id, fields) : decodedSlug(field(fields, 'wp:post_name'));
  return {
    ...common,
    kind: isPage ? 'page' : 'post',
    title,
    ...(slug && { slug: detached(slug) }),
    html: converted.html,
    original: fields.get('content:encoded') ?? '',
    ...(summary && { summary }),
    date,
    ...(updated !== null && date !== null && updated > date && { updated }),
    status: date === null && field(fields, 'wp:status') === 'future' ? 'draft' : status,
    ...(author && { author: `${addresses.host}/author/${author}` }),
    tags: terms.tags,
    categories: mainFirst(terms.categories, meta, index),
    commentsOpen: field(fields, 'wp:comment_status') !== 'closed',
    ...(mainImage && { mainImage }),
    ...(status !== 'draft' && { addresses: addresses.ofPost(id, type, permalink, field(fields, 'guid')) }),
    ...(remarks.length > 0 && { remarks }),
  };
}

/** Drafts have no date in UTC; `pubDate` then gives the year -1, or else the time with its zone. */
function postDate(fields: Fields, offset: string): string | null {
  const utc = dateField(fields, 'wp:post_date', null);
  const published = utc === null ? instant(field(fields, 'pubDate')) : null;
  return (
    utc ?? (published !== null && published >= '1000' ? published : dateField(fields, 'wp:post_date', offset))
  );
}

function filesOfPost(index: BlogIndex, id: string): { url: string; alt: string; caption: string }[] {
  const files = (index.filesOfPosts.get(id) ?? []).flatMap((file) => index.files.get(file) ?? []);
  return files.filter(({ url }) => isImage(url)).toSorted((a, b) => a.order - b.order);
}

/** Fields that the author filled in; those of programs begin with an underscore. */
function customFields(meta: RawItem['meta']): string {
  const own = [...meta].filter(([key, value]) => !/^_|^footnotes$/.test(key) && value.trim() !== '');
  const shown = own.slice(0, 10).map(([key, value]) => `${key}: ${plainLine(value).slice(0, 100)}`);
  return shown.join('; ') + (own.length > 10 ? ' …' : '');
}

/** The block editor stores them as JSON beside the post. */
function footnotesOf(json: string | undefined): (id: string) => string | undefined {
  const notes = new Map<string, string>();
  try {
    const parsed: unknown = JSON.parse(json ?? '[]');
    for (const note of Array.isArray(parsed) ? parsed : [])
      if (typeof note?.id === 'string' && typeof note.content === 'string') notes.set(note.id, note.content);
  } catch {
    // Without them the numbers stay as they are.
  }
  return (id) => notes.get(id);
}

function mainImageOf(meta: RawItem['meta'], { index }: Blog, remarks: string[]): ImageReference | null {
  const id = meta.get('_thumbnail_id')?.trim();
  if (!id || id === '0' || id === '-1') return null;
  const file = index.files.get(id);
  if (!file || !/^https?:\/\//i.test(file.url)) {
    remarks.push('Its main image is not part of the export.');
    return null;
  }
  return { url: file.url, ...textsOf(file) };
}

const descriptions =
  '_yoast_wpseo_metadesc rank_math_description _aioseop_description _genesis_description'.split(' ');

/** An excerpt of the author, or else a description for search engines, unless that is a template. */
function summaryOf(fields: Fields, meta: RawItem['meta']): string {
  const excerpt = plainLine((fields.get('excerpt:encoded') ?? '').replace(/<[^<>]*>/g, ' '));
  if (excerpt) return detached(excerpt);
  const described = descriptions.flatMap((name) => meta.get(name)?.trim() || [])[0] ?? '';
  return /%%?\w/.test(described) ? '' : detached(plainLine(described));
}

/** `/parent/child`, from the web names of the pages above it. */
function pagePath({ pages }: BlogIndex, id: string, fields: Fields): string {
  const own = decodedSlug(field(fields, 'wp:post_name'));
  if (!own) return '';
  const path = [own];
  const seen = new Set([id]);
  let parent = idField(fields, 'wp:post_parent');
  while (parent && !seen.has(parent) && path.length < 20) {
    seen.add(parent);
    const page = pages.get(parent);
    if (!page?.slug) break;
    path.unshift(page.slug);
    parent = page.parent;
  }
  return `/${path.join('/')}`;
}

function mainFirst(
  categories: readonly { slug: string; path: Term[] }[],
  meta: RawItem['meta'],
  { categoriesById }: BlogIndex,
): Term[][] {
  const id = meta.get('_yoast_wpseo_primary_category') ?? meta.get('rank_math_primary_category') ?? '';
  const main = categoriesById.get(id.trim());
  return categories
    .toSorted((a, b) => Number(b.slug === main) - Number(a.slug === main))
    .map(({ path }) => path);
}
