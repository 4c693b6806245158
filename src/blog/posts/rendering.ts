import type { Image } from '../../contract/images.ts';
import type { Db } from '../../db/open.ts';
import { excerpt } from '../../document/excerpt.ts';
import { type ImageLookup, renderContent } from '../../document/render.ts';
import { description } from '../../document/text.ts';
import { imagesOf } from '../../store/images.ts';
import { type PostDerived, updatePost } from '../../store/posts.ts';
import type { Blog } from '../blog.ts';
import { presentImage } from '../present.ts';

/** All that is computed from the content once, at save time, so that no page ever parses it. */
export function derive(content: string, pictures?: ImageLookup): PostDerived {
  const asShown = renderContent(content, pictures);
  const cut = excerpt(asShown);
  return {
    shown_html: asShown === content ? null : asShown,
    card_html: cut.html,
    card_truncated: cut.truncated ? 1 : 0,
    description: description(content),
  };
}

/** What is known of the post's own pictures, by any address its text may use. */
export async function picturesOf(blog: Blog, db: Db, postId: number): Promise<ImageLookup> {
  const known = new Map<string, Image>();
  for (const stored of await imagesOf(db, postId)) {
    const image = presentImage(blog, stored);
    known.set(image.file_path, image);
    known.set(image.file_path_largest, image);
  }
  return (src) => known.get(src) ?? null;
}

/** The same text with other addresses for its pictures; no revision, because nobody revised it. */
export async function repaintPost(
  blog: Blog,
  tx: Db,
  post: { id: number; post_content: string },
  addresses: ReadonlyMap<string, string>,
): Promise<void> {
  let content = post.post_content;
  for (const [old, now] of addresses) content = content.replaceAll(`"${old}"`, `"${now}"`);
  const derived = derive(content, await picturesOf(blog, tx, post.id));
  await updatePost(tx, post.id, { post_content: content, ...derived });
}
