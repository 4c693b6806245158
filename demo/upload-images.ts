import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { addImages } from '../src/core/posts/images/post-images.ts';
import type { Blog } from '../src/platform/blog.ts';
import { type DemoPost, imageFolder } from './posts.ts';

/** Returns the URL of each image by its file name. */
export async function uploadImages(
  blog: Blog,
  postId: number,
  images: DemoPost['images'],
): Promise<Map<string, string>> {
  if (images.length === 0) return new Map();
  const files = await Promise.all(
    images.map(async ({ file, alt }) => {
      const source = path.join(imageFolder, file);
      const sha256 = createHash('sha256')
        .update(await readFile(source))
        .digest('hex');
      // Whoever tries the demo waits for the images.
      return { path: source, sha256, alt, effort: 0 };
    }),
  );
  const added = await addImages(blog, postId, files);
  return new Map(added.map((image, index) => [images[index]?.file ?? '', image.file_path]));
}
