import type { Readable } from 'node:stream';
import { type Blog, nowIso } from '../../platform/blog.ts';
import { inTransaction, lockName } from '../../platform/db/transaction.ts';
import { detectRecording, localFile, removeCameraNotes } from '../../platform/files/recordings.ts';
import { type ReceivedFile, receive } from '../../platform/files/uploads.ts';
import { mediaFileBytes } from '../../platform/http/api/limits.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { message } from '../../platform/messages/translate.ts';
import { recordActivity, titled } from '../site/activity.ts';
import type { ImageUse } from './api/images.ts';
import type { Media } from './api/media.ts';
import { fileLock } from './file-ownership.ts';
import { noSuchMedia } from './messages.ts';
import * as store from './store/media.ts';
import { textUses } from './uses.ts';

const present = (
  blog: Blog,
  { id, kind, title, type, variants, bytes, date_added }: store.StoredMedia,
): Media => ({
  id,
  kind: kind === 'audio' ? 'audio' : 'video',
  title,
  file_path: blog.files.url(variants[0]?.name ?? ''),
  type,
  bytes,
  date_added,
});

/** Adds an audio or video file to the library. The same bytes are stored once. */
export async function uploadMedia(
  blog: Blog,
  upload: { stream: Readable; contentType: string },
  field: string,
): Promise<Media> {
  await using received = await receive(
    upload.stream,
    { 'content-type': upload.contentType },
    blog.uploadFolder,
    {
      files: [field],
      fields: [],
      fileBytes: mediaFileBytes,
      fileCount: 1,
    },
  );
  return await addMedia(blog, received.files[0] as ReceivedFile);
}

async function addMedia(
  blog: Blog,
  { path, filename, sha256 }: Pick<ReceivedFile, 'path' | 'filename' | 'sha256'>,
): Promise<Media> {
  const { kind, extension, type } = await detectRecording(path);
  const known = await store.mediaByHash(blog.db, sha256);
  if (known) return present(blog, known);
  if (type.endsWith('/mp4')) await removeCameraNotes(path);
  const file = await localFile(path);
  // The hash of the uploaded bytes, by which the same upload is recognized.
  const name = `${sha256.slice(0, 2)}/${sha256}-${kind}${extension}`;
  await blog.files.writeFile(name, file, type);
  const added = await inTransaction(blog.db, async (tx) => {
    await lockName(tx, fileLock(sha256));
    await store.insertMedia(tx, {
      hash: sha256,
      kind,
      title: filename,
      type,
      variants: [{ name, width: 0, height: 0, bytes: file.size }],
      bytes: file.size,
      date_added: nowIso(blog),
    });
    await recordActivity(blog, tx, 'image', message('Added the file "{name}"', { name: titled(filename) }));
    return store.mediaByHash(tx, sha256);
  });
  return present(blog, added as store.StoredMedia);
}

export async function mediaLibrary(
  blog: Blog,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ media: Media[]; total: number }> {
  const { count } = await store.countRecordings(blog.db);
  const rows = await store.recordings(blog.db, limit, offset);
  return { media: rows.map((row) => present(blog, row)), total: count };
}

/** Where the texts of the site play a file. */
export async function mediaUses(blog: Blog, viewer: Viewer, id: number): Promise<ImageUse[]> {
  const found = await store.mediaById(blog.db, id);
  if (!found || found.kind === 'preview') throw new Problem('not_found', noSuchMedia);
  return textUses(blog, viewer, found.hash);
}

/** Deletes a file from the library. It stays in the trash for 30 days. */
export async function removeMedia(blog: Blog, id: number): Promise<{ id: number }> {
  const removed = await inTransaction(blog.db, async (tx) => {
    const found = await store.mediaById(tx, id);
    if (!found || found.kind === 'preview') throw new Problem('not_found', noSuchMedia);
    await lockName(tx, fileLock(found.hash));
    await store.deleteMedia(tx, id);
    await recordActivity(
      blog,
      tx,
      'image',
      message('Deleted the file "{name}"', { name: titled(found.title) }),
    );
    return found;
  });
  await blog.files.trash(
    removed.variants.map(({ name }) => name),
    blog.siteId,
    blog.now(),
  );
  return { id };
}
