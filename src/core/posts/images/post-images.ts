import type { Readable } from 'node:stream';
import { type Blog, nowIso } from '../../../platform/blog.ts';
import { lockName } from '../../../platform/db/transaction.ts';
import { receive } from '../../../platform/files/uploads.ts';
import { idNumeral } from '../../../platform/http/api/text.ts';
import { Problem } from '../../../platform/http/problem.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import * as messages from '../../../platform/messages/owner.ts';
import { message, pluralMessage } from '../../../platform/messages/translate.ts';
import type { Image, ImageToFetch, ImageUse } from '../../images/api/images.ts';
import { fileLock } from '../../images/file-ownership.ts';
import { type ImageFile, type PreparedImage, prepareImage, requireFiles } from '../../images/images.ts';
import { presentImage } from '../../images/present-image.ts';
import { fetchImageFile } from '../../images/processing/fetch-image.ts';
import * as images from '../../images/store/images.ts';
import { removeUnusedFiles } from '../../images/unused-files.ts';
import { textUses } from '../../images/uses.ts';
import { named } from '../../site/activity.ts';
import { deletionOf } from '../bin/deletion.ts';
import { deleteImage } from '../bin/store/delete-image.ts';
import { changePosts, lockedPost } from '../change-posts.ts';
import { noSuchPost } from '../posts.ts';
import { requirePublishScope } from '../rules/publish-scope.ts';
import { postHead } from '../store/posts.ts';

const noSuchImage = () => new Problem('not_found', messages.noSuchImageOnPost);

/** Adds all images of an upload to the post, or none. */
export async function uploadImages(
  blog: Blog,
  viewer: Viewer,
  upload: { stream: Readable; contentType: string },
  field: string,
): Promise<Image[]> {
  await using received = await receive(
    upload.stream,
    { 'content-type': upload.contentType },
    blog.uploadFolder,
    {
      files: [field],
      fields: ['post_id'],
    },
  );
  const postId = postIdOf(received.fields.post_id);
  await requireWritable(blog, viewer, postId);
  return await addImages(blog, postId, received.files);
}

async function requireWritable(blog: Blog, viewer: Viewer, postId: number): Promise<void> {
  const post = await postHead(blog.db, postId);
  if (!post) throw noSuchPost();
  requirePublishScope(viewer, post);
}

function postIdOf(text: string | undefined): number {
  const id = idNumeral.safeParse(text);
  if (!id.success) throw new Problem('malformed', messages.uploadPostIdInvalid);
  return id.data;
}

/** Adds an image of another site, as of a page that was pasted, to the post. */
export async function fetchImage(blog: Blog, viewer: Viewer, { post_id, url }: ImageToFetch): Promise<Image> {
  await requireWritable(blog, viewer, post_id);
  await using fetched = await fetchImageFile(url, blog.uploadFolder, blog.outgoingStrangers);
  const [added] = await addImages(blog, post_id, [fetched]);
  if (!added) throw noSuchImage();
  return added;
}

/** Stores the files before the rows, so that a row without its files is never seen. */
export async function addImages(
  blog: Blog,
  postId: number,
  files: readonly (ImageFile & { alt?: string })[],
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
      const what = pluralMessage(
        prepared.length,
        { one: 'Added an image to {post}', other: 'Added {count} images to {post}' },
        { post: named(post) },
      );
      return { result: inserted, activity: [{ kind: 'image', what }] };
    });
    return added.map((image) => presentImage(blog, image));
  } catch (error) {
    await removeUnusedFiles(blog, prepared);
    throw error;
  }
}

export async function setAltText(blog: Blog, viewer: Viewer, imageId: number, alt: string): Promise<Image> {
  const changed = await changePosts(blog, async (tx) => {
    const found = await images.imageById(tx.db, imageId);
    if (!found) throw noSuchImage();
    const post = await lockedPost(tx, found.post_id);
    requirePublishScope(viewer, post);
    const image = await images.imageById(tx.db, imageId);
    if (!image) throw noSuchImage();
    await images.setAlt(tx, image, alt);
    const what = message('Changed the alternative text of an image of {post}', { post: named(post) });
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
    const what = message('Changed the main image of {post}', { post: named(post) });
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
    await deleteImage(tx, image, post, deletionOf(blog));
    const what = message('Deleted an image of {post}', { post: named(post) });
    return { result: { id: imageId }, activity: [{ kind: 'image', what }] };
  });
}

/**
 * Every place that would lose the image with its deletion: its post, which shows it as the main image or in the gallery, and
 * texts that name its file. Texts lose it only with the last image that has the same bytes.
 */
export async function imageUses(blog: Blog, viewer: Viewer, imageId: number): Promise<ImageUse[]> {
  const image = await images.imageById(blog.db, imageId);
  if (!image) throw new Problem('not_found', messages.noSuchImage);
  const { hash, post_id } = image;
  const post = await postHead(blog.db, post_id);
  const place = image.main_image === 1 ? 'main' : 'gallery';
  const own: ImageUse = { place, post_id, post_title: post?.post_title ?? '' };
  if ((await images.imagesByHash(blog.db, hash)).length > 1) return [own];
  return [own, ...(await textUses(blog, viewer, hash))];
}
