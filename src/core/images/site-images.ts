import type { Readable } from 'node:stream';
import { type Blog, nowIso } from '../../platform/blog.ts';
import { inTransaction, lockName } from '../../platform/db/transaction.ts';
import { type ReceivedFile, receive } from '../../platform/files/uploads.ts';
import { siteTag } from '../../platform/http/cache/reads.ts';
import { replacedFilesLeft } from '../../platform/messages/operator.ts';
import { type Message, message } from '../../platform/messages/translate.ts';
import { recordActivity } from '../site/activity.ts';
import type { ChangedSiteImages, SiteImageName } from '../site/api/site.ts';
import { readSiteImages } from '../site/site-images.ts';
import * as store from '../site/store/site-images.ts';
import { fileLock } from './file-ownership.ts';
import { deriveSiteImage, type SiteImageFile, type SiteImageFormat } from './process-site-images.ts';
import { removeUnusedFiles } from './unused-files.ts';

const formats: Record<SiteImageName, SiteImageFormat> = {
  logo: 'logo',
  logo_dark: 'logo',
  icon: 'icon',
  social: 'social',
};

const called: Record<SiteImageName, Message> = {
  logo: message('the logo'),
  logo_dark: message('the logo for dark pages'),
  icon: message('the icon of the site'),
  social: message('the social image of the site'),
};

export type Upload = { stream: Readable; contentType: string };

export async function uploadSiteImage(
  blog: Blog,
  name: SiteImageName,
  upload: Upload,
): Promise<ChangedSiteImages> {
  const notes = await receiveImage(blog, upload, (file) =>
    setImage(blog, name, formats[name], file, message('Changed {image}', { image: called[name] })),
  );
  return { images: await readSiteImages(blog), notes };
}

export async function removeSiteImage(blog: Blog, name: SiteImageName): Promise<ChangedSiteImages> {
  await clearImage(blog, name, message('Removed {image}', { image: called[name] }));
  return { images: await readSiteImages(blog), notes: [] };
}

/** Receives an upload of one image in the field `image`. */
export async function receiveImage<Result>(
  blog: Blog,
  { stream, contentType }: Upload,
  use: (file: ReceivedFile) => Promise<Result>,
): Promise<Result> {
  await using received = await receive(stream, { 'content-type': contentType }, blog.uploadFolder, {
    files: ['image'],
    fields: [],
    fileCount: 1,
  });
  return await use(received.files[0] as ReceivedFile);
}

/**
 * Makes the file an image of this name, and returns notes for the owner. The files are stored before the row, so that a row
 * without its files is never seen; those of the image before go once nothing uses them.
 */
export async function setImage(
  blog: Blog,
  name: string,
  format: SiteImageFormat,
  { path, sha256: hash }: Pick<ReceivedFile, 'path' | 'sha256'>,
  what: Message,
): Promise<string[]> {
  const { files, needsPlate, notes } = await deriveSiteImage(path, hash, format);
  const variants = files.map(({ type: _, bytes, ...file }) => ({ ...file, bytes: bytes.length }));
  for (const file of files) await write(blog, file);
  let before: store.StoredSiteImage | undefined;
  try {
    before = await inTransaction(blog.db, async (tx) => {
      await lockName(tx, fileLock(hash));
      await lockName(tx, imageLock(name));
      // A concurrent change may have removed the same bytes as unused since they were written.
      for (const file of files) if (!(await blog.files.stat(file.name))) await write(blog, file);
      const row = { name, hash, variants, needs_plate: needsPlate, date_added: nowIso(blog) };
      const replaced = await store.putSiteImage(tx, row);
      await recordActivity(blog, tx, 'image', what);
      return replaced;
    });
  } catch (error) {
    await removeUnusedFiles(blog, [{ hash, variants }]);
    throw error;
  }
  blog.changed({ touches: [siteTag] });
  if (before) await removeReplaced(blog, before);
  return notes;
}

/** Removes the image of this name, if there is one. */
export async function clearImage(blog: Blog, name: string, what: Message): Promise<void> {
  const before = await inTransaction(blog.db, async (tx) => {
    await lockName(tx, imageLock(name));
    const deleted = await store.deleteSiteImage(tx, name);
    if (deleted) await recordActivity(blog, tx, 'image', what);
    return deleted;
  });
  if (!before) return;
  blog.changed({ touches: [siteTag] });
  await removeReplaced(blog, before);
}

/** The change stands even if the store is down; the sweep removes what is left. */
async function removeReplaced(blog: Blog, image: store.StoredSiteImage): Promise<void> {
  try {
    await removeUnusedFiles(blog, [image]);
  } catch (error) {
    blog.report(replacedFilesLeft, { error: (error as Error).message });
  }
}

const imageLock = (name: string): string => `site image:${name}`;

const write = (blog: Blog, { name, bytes, type }: SiteImageFile): Promise<void> =>
  blog.files.write(name, bytes, type);
