import { fileLock } from '../../core/images/file-ownership.ts';
import { requireFiles } from '../../core/images/images.ts';
import { chooseImage, insertImages } from '../../core/images/store/images.ts';
import { redirectKey } from '../../core/redirects/redirect-paths.ts';
import { redirectsFrom } from '../../core/redirects/store/redirects.ts';
import { lockName } from '../../platform/db/transaction.ts';
import { MediaError } from '../../platform/files/errors.ts';
import { storeFromSource } from './archive-images.ts';
import { createdFrom } from './find-items.ts';
import { redirectToImage } from './image-redirects.ts';
import { queueFetching } from './import-images.ts';
import type { AttachmentItem, PostItem } from './items.ts';
import * as messages from './messages/imports.ts';
import { originalImage } from './original-images.ts';
import { type PreparedPost, preparePost } from './prepare-post.ts';
import type { Batch, ImportRun, Written } from './run.ts';
import { imagesIn } from './source-images.ts';
import { postShowing, postWith } from './store/images.ts';
import { createdAs, recordCreated } from './store/imports.ts';
import { type StoredFiles, shownUrl } from './stored-files.ts';
import { writePost } from './write-post.ts';

type Library = { item: PostItem; post: PreparedPost };

const libraries = new WeakMap<ImportRun, Library>();

/** The stored image, why it cannot be stored, or null when the source does not have the file. */
export type PreparedAttachment = StoredFiles | string | null;

export async function prepareAttachment(run: ImportRun, item: AttachmentItem): Promise<PreparedAttachment> {
  if (run.isDryRun) return null;
  if (!libraries.has(run)) libraries.set(run, await preparedLibrary(run));
  const { url, file = imagesIn(run.source).find(url) } = item.image;
  if (file === undefined) return null;
  try {
    return await storeFromSource(run.blog, run.source, file);
  } catch (error) {
    if (error instanceof MediaError) return messages.imageNotReadable(file, error.message);
    throw error;
  }
}

/**
 * Images come with the posts that show them, which precede them in the source; all others go to the library of images. The
 * addresses of the file lead to the image.
 */
export async function writeAttachment(
  batch: Batch,
  item: AttachmentItem,
  image: PreparedAttachment,
  position: number,
): Promise<Written> {
  if (typeof image === 'string') return { leftOut: image };
  return image ? writeStored(batch, item, image, position) : writeNamed(batch, item, position);
}

async function writeStored(
  batch: Batch,
  item: AttachmentItem,
  image: StoredFiles,
  position: number,
): Promise<Written> {
  const { tx, run } = batch;
  const { url, alt, caption } = item.image;
  const shown = await postWith(tx.db, image.hash);
  const parent = item.post === undefined ? undefined : (await createdFrom(batch, item.post))?.post;
  const post = parent ?? shown?.id;
  // The page of a file leads to the post that has it.
  const pages = (item.addresses ?? []).filter((from) => redirectKey(from) !== redirectKey(url));
  if (post) for (const from of pages) batch.redirects.push({ from, to: { post }, position });
  const redirect = { importId: run.id, scope: run.scope, now: run.now };
  await redirectToImage(tx.db, post ? [url] : [url, ...pages], image.hash, redirect);
  if (shown)
    return {
      created: {},
      remarks: [],
      became: [messages.becameImage(shownUrl(run.blog, image), shown.post_title)],
    };
  const post_id = await libraryPost(batch, position);
  const stored = { ...image, alt: alt || caption || '' };
  await lockName(tx.db, fileLock(image.hash));
  await requireFiles(run.blog, stored);
  await insertImages(tx, [{ ...stored, post_id, date_added: run.dateAdded }]);
  await chooseImage(tx, post_id, 'main_image', null);
  return { created: { post: post_id }, remarks: [], became: [messages.inLibrary] };
}

/** An image that is only on the server of the source, from which it is fetched. */
async function writeNamed(batch: Batch, item: AttachmentItem, position: number): Promise<Written> {
  const { tx, run } = batch;
  const { url, alt, caption } = item.image;
  const href = URL.parse(url, run.scope || undefined)?.href;
  const original = originalImage(href ?? url);
  const showing = await postShowing(tx.db, run.id, original);
  const key = redirectKey(url);
  const isStored = key !== null && (await redirectsFrom(tx.db, [key])).some(({ image }) => image !== null);
  const parent = item.post === undefined ? undefined : (await createdFrom(batch, item.post))?.post;
  const post = showing ?? parent;
  for (const from of item.addresses ?? [])
    if (!isStored || redirectKey(from) !== key)
      batch.redirects.push({ from, to: post ? { post } : null, position });
  if (showing || isStored) return { created: {}, remarks: [] };
  if (!href || !/^https?:/.test(href)) return { leftOut: messages.imageNotInSource(url) };
  const library = await libraryPost(batch, position);
  const use = { src: href, role: 'library' as const, alt: alt || caption || '' };
  await queueFetching(run, tx, library, [{ url: original, use }]);
  return { created: { post: library }, remarks: [], became: [messages.inLibraryLater] };
}

/** An inactive post that has the images which no other has, because each image belongs to a post. */
async function libraryPost(batch: Batch, position: number): Promise<number> {
  const { tx, run } = batch;
  const known = run.terms.get('library', '') ?? (await createdAs(tx.db, run.id, 'library'));
  if (known) return known;
  const library = libraries.get(run);
  if (!library) throw new Error('The post of the library is not prepared.');
  const written = await writePost(batch, library.item, library.post, position);
  const id = ('created' in written && written.created.post) || 0;
  await recordCreated(tx.db, run.id, 'library', id);
  run.terms.set('library', '', id);
  return id;
}

/** Rendering reads other tables, which the transaction that writes the post must not wait for. */
async function preparedLibrary(run: ImportRun): Promise<Library> {
  const title = messages.libraryTitle(run.source.name);
  const common = { key: 'library', sourceKind: 'library', label: title, title, date: null };
  const item: PostItem = { kind: 'post', ...common, html: '', status: 'draft', commentsOpen: false };
  const post = await preparePost(run, item);
  if ('leftOut' in post) throw new Error(post.leftOut);
  return { item, post };
}
