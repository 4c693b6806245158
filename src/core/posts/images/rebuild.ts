import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Blog } from '../../../platform/blog.ts';
import type { Db } from '../../../platform/db/open.ts';
import { lockName } from '../../../platform/db/transaction.ts';
import type { Variant } from '../../../platform/files/variant.ts';
import { storedImageMissing } from '../../../platform/messages/operator.ts';
import { fileLock } from '../../images/file-ownership.ts';
import { applyVisibility } from '../../images/image-files.ts';
import { presentImage } from '../../images/present-image.ts';
import { derive, variantType } from '../../images/processing/images.ts';
import { hiddenFile } from '../../images/store/hidden-files.ts';
import type { StoredImage } from '../../images/store/image-rows.ts';
import { imagesByHash, updateImages } from '../../images/store/images.ts';
import { textsNaming } from '../../images/store/text-images.ts';
import { removeFiles } from '../../images/unused-files.ts';
import { changePosts } from '../change-posts.ts';
import { changeImageUrls } from '../rendering.ts';
import { lockPost, postById } from '../store/posts.ts';

/** Creates every variant of an image again from the largest one, and replaces the old URLs in texts. */
export async function rebuildImage(blog: Blog, hash: string): Promise<void> {
  const [before] = await imagesByHash(blog.db, hash);
  const largest = before?.variants.at(-1);
  if (!before || !largest) return;
  const derived = await deriveFromStored(blog, hash, largest);
  for (const variant of derived.variants) await blog.files.write(variant.name, variant.bytes, variantType);
  const variants = derived.variants.map(({ bytes, ...variant }) => ({ ...variant, bytes: bytes.length }));

  const unused = await changePosts(blog, async (tx) => {
    await lockName(tx.db, fileLock(hash));
    const images = await imagesByHash(tx.db, hash);
    const { width, height, color } = derived;
    const bytes = variants.reduce((sum, variant) => sum + variant.bytes, 0);
    await updateImages(tx, hash, { variants, width, height, color, bytes });
    for (const image of images) {
      await lockPost(tx.db, image.post_id);
      const post = await postById(tx.db, image.post_id, 'first');
      const urls = urlChanges(blog, image, { ...image, variants, width, height, color });
      if (post) await changeImageUrls(blog, tx, post, urls);
    }
    // The image may have gone to the bin meanwhile, which keeps the old files.
    const unused =
      images.length === 0 ? without(variants, before.variants) : without(before.variants, variants);
    return { result: await notNeeded(tx.db, hash, images, unused), activity: [] };
  });
  await applyVisibility(blog, [hash]);
  await removeFiles(
    blog,
    unused.map((variant) => variant.name),
  );
}

const without = (variants: readonly Variant[], others: readonly Variant[]): Variant[] =>
  variants.filter(({ name }) => !others.some((other) => other.name === name));

/** Texts of other posts, revisions, drafts and the bin may still name old files. */
async function notNeeded(
  db: Db,
  hash: string,
  images: readonly StoredImage[],
  unused: readonly Variant[],
): Promise<Variant[]> {
  const posts = images.map(({ post_id }) => post_id);
  const binned = (await hiddenFile(db, hash))?.names ?? [];
  const texts = await textsNaming(db, hash, posts);
  return unused.filter(({ name }) => !binned.includes(name) && !texts.some((text) => text.includes(name)));
}

async function deriveFromStored(blog: Blog, hash: string, largest: Variant) {
  const stored = await blog.files.read(largest.name);
  if (!stored) throw new Error(storedImageMissing(largest.name));
  await mkdir(blog.uploadFolder, { recursive: true });
  const file = path.join(blog.uploadFolder, `rebuild-${hash}`);
  try {
    await pipeline(stored.body, createWriteStream(file));
    return await derive(file, { hash });
  } finally {
    await rm(file, { force: true });
  }
}

/** The new URL for each URL that a text may use. */
function urlChanges(blog: Blog, before: StoredImage, after: StoredImage): Map<string, string> {
  const old = presentImage(blog, before);
  const now = presentImage(blog, after);
  return new Map([
    [old.file_path, now.file_path],
    [old.file_path_thumbnail, now.file_path_thumbnail],
    [old.file_path_largest, now.file_path_largest],
  ]);
}
