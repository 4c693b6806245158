import type { ContentRow } from '../../core/site/store/content-tables.ts';
import type {
  ExportedAuthor,
  ExportedCategory,
  ExportedImage,
  ExportedPost,
  ExportedTag,
} from './formats/content.ts';
import { imagesPrefix } from './formats/markdown-file.ts';

export type Terms = {
  authors: ReadonlyMap<number, ExportedAuthor>;
  tags: ReadonlyMap<number, ExportedTag>;
  categories: ReadonlyMap<number, ExportedCategory>;
};

/** The rows of a post as other programs understand them. `prefix` is what the URLs of stored files begin with. */
export function exportedPost(
  row: ContentRow,
  parts: Readonly<Record<string, ContentRow[]>>,
  description: string,
  { authors, tags, categories }: Terms,
  formerPaths: readonly string[],
  prefix: string,
): ExportedPost {
  // The file has its content and its title already.
  const { post_content, post_title, ...post } = row;
  const further = (parts.post_categories ?? []).map(({ category_id }) => category_id);
  const scheduled = row.active === 1 ? null : (row.scheduled_date as string | null);
  return {
    id: Number(row.id),
    kind: row.kind === 'page' ? 'page' : 'post',
    title: String(post_title),
    webTitle: String(row.post_title_web),
    html: portable(String(post_content), prefix),
    description,
    writtenDescription: String(row.meta_description),
    date: String(row.post_date),
    updated: row.update_date as string | null,
    status: row.active === 1 ? 'public' : scheduled ? 'scheduled' : 'draft',
    scheduled,
    language: String(row.language),
    commentsOpen: row.comments_open === 1,
    author: authors.get(Number(row.author_id)) ?? null,
    tags: (parts.post_tags ?? []).flatMap(({ tag_id }) => tags.get(Number(tag_id)) ?? []),
    categories: [row.category_id, ...further].flatMap((id) => categories.get(Number(id)) ?? []),
    images: (parts.images ?? []).flatMap(exportedImage),
    formerPaths: [...new Set(formerPaths)],
    own: { post, parts },
  };
}

/** Images have the same URL in every export, wherever the site stores them. */
const portable = (html: string, prefix: string): string =>
  prefix === imagesPrefix ? html : html.replaceAll(`"${prefix}`, `"${imagesPrefix}`);

function exportedImage(row: ContentRow): ExportedImage[] {
  const file = variantNames(row.variants).at(-1);
  if (file === undefined) return [];
  return [
    {
      id: Number(row.id),
      file,
      alt: String(row.alt),
      isMain: row.main_image === 1,
      isSocial: row.social_image === 1,
      date: String(row.date_added),
    },
  ];
}

/** The stored files of an image, narrowest first; `json` is a list of them, or a preview image with one. */
export function variantNames(json: unknown): string[] {
  if (typeof json !== 'string') return [];
  const stored = JSON.parse(json) as { name: string }[] | { variants: { name: string }[] };
  return (Array.isArray(stored) ? stored : stored.variants).map(({ name }) => name);
}
