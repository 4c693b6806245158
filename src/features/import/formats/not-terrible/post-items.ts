import { createHash } from 'node:crypto';
import { text as textOf } from 'node:stream/consumers';
import { parse } from 'yaml';
import { splitFrontMatter } from '../../../../content/markdown/front-matter.ts';
import { markdownToHtml } from '../../../../content/markdown/to-html.ts';
import type { SourceEntry } from '../../../../platform/files/source.ts';
import type { ImageReference, OwnRows, PostItem, PostStatus, Term } from '../../items.ts';
import { fileNames, filesOf, ownRow, type Record } from './records.ts';

/** As much as a post of this program can have, with its front matter. */
const maxPostLength = 20_000_000;
const imagesPrefix = '/images/';
const parts = ['post_tags', 'post_categories', 'images'] as const;

export type Terms = { tags: Map<number, Term>; categories: Map<number, readonly Term[]> };

/** A file of `posts/` or `pages/`. */
export async function postItem(entry: SourceEntry, terms: Terms): Promise<PostItem> {
  if (entry.bytes > maxPostLength) throw new Error(`${entry.path} is larger than ${maxPostLength / 1e6} MB.`);
  const { frontMatter, body } = splitFrontMatter(await textOf(await entry.open()));
  const fields = parse(frontMatter ?? '') as Record;
  const own = (fields.not_terrible ?? {}) as Record;
  const title = String(fields.title ?? '');
  const html = contentOf(own, body);
  const isPage = own.kind === 'page';
  const images = (own.images ?? []) as Record[];
  const main = images.find(({ main_image }) => main_image === 1);
  return {
    kind: isPage ? 'page' : 'post',
    key: `post:${own.id}`,
    sourceKind: isPage ? 'page' : 'post',
    label: title || entry.path,
    title,
    slug: String(own.post_title_web ?? fields.slug ?? ''),
    html,
    summary: String(own.meta_description ?? ''),
    date: isoOf(own.scheduled_date) ?? isoOf(own.post_date) ?? isoOf(fields.date),
    updated: isoOf(own.update_date),
    status: statusOf(own),
    ...(own.author_id ? { author: `author:${own.author_id}` } : {}),
    tags: rowsOf(own, 'post_tags').flatMap(({ tag_id }) => terms.tags.get(Number(tag_id)) ?? []),
    categories: [own.category_id, ...rowsOf(own, 'post_categories').map((row) => row.category_id)].flatMap(
      (id) => {
        const path = terms.categories.get(Number(id));
        return path ? [path] : [];
      },
    ),
    ...(own.language ? { language: String(own.language) } : {}),
    commentsOpen: own.comments_open === 1,
    ...(main ? { mainImage: imageOf(main) } : {}),
    files: new Map(images.flatMap(fileNames).map((name) => [imagesPrefix + name, `images/${name}`])),
    ...(own.translation_group ? { translations: String(own.translation_group) } : {}),
    own: ownRows(own, { post_title: title, post_content: html }),
  };
}

/** Stored HTML that Markdown does not give back exactly stands beside it, and counts while the Markdown is unchanged. */
function contentOf(own: Record, body: string): string {
  const isSame = typeof own.content_html === 'string' && own.content_of === hashOf(body);
  return isSame ? String(own.content_html) : markdownToHtml(body).html;
}

const hashOf = (markdown: string): string => createHash('sha256').update(markdown.trim()).digest('hex');

const rowsOf = (own: Record, name: string): readonly Record[] => (Array.isArray(own[name]) ? own[name] : []);

function ownRows(own: Record, text: Record): OwnRows {
  const { content_html: _, content_of: __, ...columns } = own;
  const post = Object.fromEntries(Object.entries(columns).filter(([, value]) => !Array.isArray(value)));
  return {
    rows: [
      ownRow('posts', { ...post, ...text }),
      ...parts.flatMap((table) => rowsOf(own, table).map((row) => ownRow(table, row))),
    ],
    files: filesOf(rowsOf(own, 'images')),
  };
}

function imageOf(row: Record): ImageReference {
  const name = fileNames(row).at(-1) ?? '';
  return { url: imagesPrefix + name, file: `images/${name}`, alt: String(row.alt ?? '') };
}

function statusOf({ active, scheduled_date }: Record): PostStatus {
  return active === 1 || scheduled_date ? 'public' : 'draft';
}

function isoOf(value: unknown): string | null {
  const time = Date.parse(String(value ?? ''));
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
