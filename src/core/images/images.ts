import type { Readable } from 'node:stream';
import { type Blog, nowIso } from '../../platform/blog.ts';
import { lockName } from '../../platform/db/transaction.ts';
import { type ReceivedFile, receive } from '../../platform/files/uploads.ts';
import { idNumeral } from '../../platform/http/api/text.ts';
import { Problem } from '../../platform/http/problem.ts';
import {
  imageDeletedMeanwhile,
  noSuchImageOnPost,
  uploadPostIdInvalid,
} from '../../platform/messages/owner.ts';
import { deletionOf } from '../posts/bin/deletion.ts';
import { changePosts, lockedPost } from '../posts/change-posts.ts';
import { noSuchPost } from '../posts/posts.ts';
import { postHead } from '../posts/store/posts.ts';
import { named } from '../site/activity.ts';
import type { Image, ImageToFetch, LibraryImage } from './api/images.ts';
import { fileLock } from './file-ownership.ts';
import { presentImage } from './present-image.ts';
import { fetchImageFile } from './processing/fetch-image.ts';
import { derive, variantType } from './processing/images.ts';
import * as library from './store/image-library.ts';
import * as images from './store/images.ts';
import { removeUnusedFiles } from './unused-files.ts';

const noSuchImage = () => new Problem('not_found', noSuchImageOnPost);

export type PreparedImage = Omit<images.NewImage, 'post_id' | 'date_added'>;

/** Adds all images of an upload to the post, or none. */
export async function uploadImages(
  blog: Blog,
  upload: { stream: Readable; contentType: string },
  field: string,
): Promise<Image[]> {
  const received = await receive(upload.stream, { 'content-type': upload.contentType }, blog.uploadFolder, {
    files: [field],
    fields: ['post_id'],
  });
  try {
    const postId = postIdOf(received.fields.post_id);
    if (!(await postHead(blog.db, postId))) throw noSuchPost();
    return await addImages(blog, postId, received.files);
  } finally {
    await received.dispose();
  }
}

function postIdOf(text: string | undefined): number {
  const id = idNumeral.safeParse(text);
  if (!id.success) throw new Problem('malformed', uploadPostIdInvalid);
  return id.data;
}

/** Adds an image of another site, as of a page that was pasted, to the post. */
export async function fetchImage(blog: Blog, { post_id, url }: ImageToFetch): Promise<Image> {
  if (!(await postHead(blog.db, post_id))) throw noSuchPost();
  const fetched = await fetchImageFile(url, blog.uploadFolder, blog.outgoingStrangers);
  try {
    const [added] = await addImages(blog, post_id, [fetched]);
    if (!added) throw noSuchImage();
    return added;
  } finally {
    await fetched.dispose();
  }
}

/** Stores the files before the rows, so that a row without its files is never seen. */
export async function addImages(
  blog: Blog,
  postId: number,
  files: readonly (Pick<ReceivedFile, 'path' | 'sha256'> & { alt?: string })[],
): Promise<Image[]> {
  const prepared: PreparedImage[] = [];
  try {
    for (const file of files) prepared.push({ ...(await prepareImage(blog, file)), alt: file.alt ?? '' });
    const added = await changePosts(blog, async (tx) => {
      for (const hash of prepared.map(({ hash }) => hash).sort()) await lockName(tx.db, fileLock(hash));
      const post = await lockedPost(tx, postId);
      for (const image of prepared) await requireFiles(blog, image);
      const now = nowIso(blog);
      const inserted = await images.insertImages(
        tx,
        prepared.map((image) => ({ ...image, post_id: postId, date_added: now })),
      );
      const count = prepared.length === 1 ? 'an image' : `${prepared.length} images`;
      const what = `Added ${count} to ${named(post)}`;
      return { result: inserted, activity: [{ kind: 'image', what }] };
    });
    return added.map((image) => presentImage(blog, image));
  } catch (error) {
    await removeUnusedFiles(blog, prepared);
    throw error;
  }
}

/** The same bytes are stored once: an image that another post has is not processed again. */
export async function prepareImage(
  blog: Blog,
  file: Pick<ReceivedFile, 'path' | 'sha256'>,
): Promise<Omit<PreparedImage, 'alt'>> {
  const [known] = await images.imagesByHash(blog.db, file.sha256);
  if (known) {
    const { hash, variants, width, height, color, bytes } = known;
    return { hash, variants, width, height, color, bytes };
  }
  const { hash, width, height, color, variants } = await derive(file.path);
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

export async function setAltText(blog: Blog, imageId: number, alt: string): Promise<Image> {
  const changed = await changePosts(blog, async (tx) => {
    const found = await images.imageById(tx.db, imageId);
    if (!found) throw noSuchImage();
    const post = await lockedPost(tx, found.post_id);
    const image = await images.imageById(tx.db, imageId);
    if (!image) throw noSuchImage();
    await images.setAlt(tx, image, alt);
    const what = `Changed the alternative text of an image of ${named(post)}`;
    return { result: { ...image, alt }, activity: [{ kind: 'image', what }] };
  });
  return presentImage(blog, changed);
}

export async function makeMainImage(blog: Blog, postId: number, imageId: number): Promise<Image> {
  const main = await changePosts(blog, async (tx) => {
    const post = await lockedPost(tx, postId);
    const image = await images.imageById(tx.db, imageId);
    if (image?.post_id !== postId) throw noSuchImage();
    await images.makeMain(tx, postId, imageId);
    const what = `Changed the main image of ${named(post)}`;
    return { result: image, activity: [{ kind: 'image', what }] };
  });
  return presentImage(blog, { ...main, main_image: 1 });
}

/** Moves the image to the bin. */
export function removeImage(blog: Blog, postId: number, imageId: number): Promise<{ id: number }> {
  return changePosts(blog, async (tx) => {
    const post = await lockedPost(tx, postId);
    const image = await images.imageById(tx.db, imageId);
    if (image?.post_id !== postId) throw noSuchImage();
    await images.deleteImage(tx, image, post, deletionOf(blog));
    const what = `Deleted an image of ${named(post)}`;
    return { result: { id: imageId }, activity: [{ kind: 'image', what }] };
  });
}
