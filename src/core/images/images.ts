import type { Blog } from '../../platform/blog.ts';
import type { ReceivedFile } from '../../platform/files/uploads.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { LibraryImage } from './api/images.ts';
import { imageDeletedMeanwhile } from './messages.ts';
import { presentImage } from './present-image.ts';
import { type Derived, derive, variantType } from './processing/images.ts';
import * as library from './store/image-library.ts';
import * as images from './store/images.ts';

export type PreparedImage = Omit<images.NewImage, 'post_id' | 'date_added'>;

/** `derived`: the variants of the file, where they were made before. */
export type ImageFile = Pick<ReceivedFile, 'path' | 'sha256'> & {
  derived?: Pick<Derived, 'hash' | 'width' | 'height' | 'color' | 'variants'>;
};

/** The same bytes are stored once: an image that another post has is not processed again. */
export async function prepareImage(blog: Blog, file: ImageFile): Promise<Omit<PreparedImage, 'alt'>> {
  const [known] = await images.imagesByHash(blog.db, file.sha256);
  if (known) {
    const { hash, variants, width, height, color, bytes } = known;
    return { hash, variants, width, height, color, bytes };
  }
  const { hash, width, height, color, variants } = file.derived ?? (await derive(file.path));
  for (const variant of variants) await blog.files.write(variant.name, variant.bytes, variantType);
  const stored = variants.map(({ bytes, ...variant }) => ({ ...variant, bytes: bytes.length }));
  return {
    hash,
    variants: stored,
    width,
    height,
    color,
    bytes: stored.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** The last other use of these bytes may have been deleted during the upload. */
export async function requireFiles(blog: Blog, image: PreparedImage): Promise<void> {
  for (const { name } of image.variants)
    if (!(await blog.files.stat(name))) throw new Problem('conflict', imageDeletedMeanwhile);
}

export async function imageLibrary(
  blog: Blog,
  filter: library.LibraryFilter,
  page: { limit: number; offset: number } | null,
): Promise<{ images: LibraryImage[]; total: number }> {
  const rows = await library.imageLibrary(blog.db, filter, page);
  return {
    images: rows.map((row) => ({
      ...presentImage(blog, row),
      post_title: row.post_title,
      post_title_web: row.post_title_web,
      in_text: row.in_text,
      other_posts: row.other_posts,
      bytes: row.bytes,
      date_added: row.date_added,
    })),
    total: page ? await library.countLibrary(blog.db, filter) : rows.length,
  };
}
