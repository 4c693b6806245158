import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ImageFile } from '../src/core/images/images.ts';
import { addImages } from '../src/core/posts/images/post-images.ts';
import type { Blog } from '../src/platform/blog.ts';
import { type DemoPost, imageFolder } from './posts.ts';

/** All images have this size. */
export const imageSize = { width: 1200, height: 800 };
export const smallWidths = [320, 640] as const;
export const smallFolder = path.join(imageFolder, 'small');
export const colorFile = path.join(smallFolder, 'colors.json');
export const smallFile = (file: string, width: number): string =>
  path.join(smallFolder, `${path.basename(file, '.webp')}-${width}.webp`);

/** Returns the URL of each image by its file name. */
export async function uploadImages(
  blog: Blog,
  postId: number,
  images: DemoPost['images'],
): Promise<Map<string, string>> {
  if (images.length === 0) return new Map();
  const files = await Promise.all(images.map(async ({ file, alt }) => ({ ...(await madeImage(file)), alt })));
  const added = await addImages(blog, postId, files);
  return new Map(added.map((image, index) => [images[index]?.file ?? '', image.file_path]));
}

let colors: Record<string, string> | undefined;

/** An image with the variants that tools/demo-images.ts made, because encoding them takes longer than everything else. */
async function madeImage(file: string): Promise<ImageFile> {
  colors ??= JSON.parse(readFileSync(colorFile, 'utf8')) as Record<string, string>;
  const source = path.join(imageFolder, file);
  const bytes = await readFile(source);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const variant = (width: number, content: Buffer) => ({
    name: `${sha256.slice(0, 2)}/${sha256}-${width}.webp`,
    width,
    height: Math.round((width * imageSize.height) / imageSize.width),
    bytes: content,
  });
  const small = await Promise.all(
    smallWidths.map(async (width) => variant(width, await readFile(smallFile(file, width)))),
  );
  const variants = [...small, variant(imageSize.width, bytes)];
  return {
    path: source,
    sha256,
    derived: { hash: sha256, ...imageSize, color: colors[file] ?? '#888888', variants },
  };
}
