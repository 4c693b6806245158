import { excerpt } from '../../content/document/excerpt.ts';
import {
  type ImageLookup,
  type Lookups,
  renderContent,
  rendererVersion,
} from '../../content/document/render.ts';
import { description, plainText } from '../../content/document/text.ts';
import type { Blog } from '../../platform/blog.ts';
import type { Db } from '../../platform/db/open.ts';
import type { Image } from '../images/api/images.ts';
import { knownEmbeds } from '../images/embeds/embeds.ts';
import { presentImage } from '../images/present-image.ts';
import { imagesOf } from '../images/store/images.ts';
import { readSite } from '../site/site.ts';
import type { PostTransaction } from '../site/store/post-transaction.ts';
import { readingMinutes } from './rules/reading-time.ts';
import { type PostDerived, replaceImageUrls } from './store/posts.ts';

/** Computed from the content when it is saved, so that rendering a page never parses HTML. */
export function derive(content: string, lookups: Lookups = {}): PostDerived {
  const asShown = renderContent(content, lookups);
  const cut = excerpt(asShown);
  return {
    shown_html: asShown === content ? null : asShown,
    card_html: cut.html,
    card_truncated: cut.truncated ? 1 : 0,
    description: description(content),
    renderer_version: rendererVersion,
    reading_minutes: readingMinutes(plainText(content)),
  };
}

/** The language of a post, and what is known of its images and embedded pages; a post that was never saved has no images. */
export const lookupsFor = async (
  blog: Blog,
  db: Db,
  { post_content, language }: { post_content: string; language: string },
  postId: number | null,
): Promise<Lookups> => ({
  language: language || (await readSite({ db })).language,
  findImage: postId === null ? undefined : await postImages(blog, db, postId),
  findEmbed: await knownEmbeds(blog, db, post_content),
});

/** The post's own images, by each URL that its text may use. */
export async function postImages(blog: Blog, db: Db, postId: number): Promise<ImageLookup> {
  const known = new Map<string, Image>();
  for (const stored of await imagesOf(db, postId)) {
    const image = presentImage(blog, stored);
    known.set(image.file_path, image);
    known.set(image.file_path_largest, image);
  }
  return (src) => known.get(src) ?? null;
}

/** Replaces image URLs in the text of a post. */
export async function changeImageUrls(
  blog: Blog,
  tx: PostTransaction,
  post: { id: number; post_content: string; language: string },
  urls: ReadonlyMap<string, string>,
): Promise<void> {
  let content = post.post_content;
  for (const [old, now] of urls) content = content.replaceAll(`"${old}"`, `"${now}"`);
  // The author may have written the description.
  const { description: _, ...derived } = derive(
    content,
    await lookupsFor(blog, tx.db, { ...post, post_content: content }, post.id),
  );
  await replaceImageUrls(tx, post.id, { post_content: content, ...derived });
}
