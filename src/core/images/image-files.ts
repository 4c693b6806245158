import type { Blog } from '../../platform/blog.ts';
import { inBatches } from '../../platform/db/in-batches.ts';
import { inTransaction, lockName } from '../../platform/db/transaction.ts';
import { fileMovePending } from '../../platform/messages/operator.ts';
import { fileLock, mayRemove } from './file-ownership.ts';
import * as hiddenFiles from './store/hidden-files.ts';
import { imagesByHash } from './store/images.ts';
import { mediaHashes } from './store/media.ts';
import { isNamed } from './store/text-images.ts';

/**
 * Brings the files of these images to where the committed change wants them. If that fails, as when the store is down, the
 * change stands, and maintenance tries again.
 */
export async function applyVisibility(blog: Blog, hashes: Iterable<string>): Promise<void> {
  const all = [...hashes];
  try {
    if (all.length === 0 || !(await mayRemove(blog))) return;
    for (const hash of all) await applyTo(blog, hash);
  } catch (error) {
    blog.report(fileMovePending, { error: (error as Error).message });
  }
}

/**
 * Hidden: in the bin, under names that nothing serves. Shown: an image uses it, or a text of another post names it. Deleted:
 * it is in nothing else than what the owner has just deleted for good.
 */
async function applyTo(blog: Blog, hash: string): Promise<void> {
  await inTransaction(blog.db, async (tx) => {
    await lockName(tx, fileLock(hash));
    const file = await hiddenFiles.hiddenFile(tx, hash);
    if (!file) return;
    const origins = await hiddenFiles.binnedFrom(tx, hash);
    const isImage = (await imagesByHash(tx, hash)).length > 0 || (await mediaHashes(tx, [hash])).length > 0;
    const mayBeNamed = !file.hidden || file.reconsidered;
    if (isImage || (mayBeNamed && (await isNamed(tx, hash, origins)))) {
      await Promise.all(file.names.map((name) => show(blog, file, name)));
      if (origins.length === 0) await hiddenFiles.deleteHidden(tx, hash);
      else await hiddenFiles.recordApplied(tx, hash, false);
    } else if (origins.length > 0) {
      await Promise.all(file.names.map((name) => blog.files.move(name, hidden(file, name), blog.siteId)));
      await hiddenFiles.recordApplied(tx, hash, true);
    } else {
      await blog.files.remove([...file.names, ...file.names.map((name) => hidden(file, name))], blog.siteId);
      await hiddenFiles.deleteHidden(tx, hash);
    }
  });
}

const hidden = ({ folder }: { folder: string }, name: string): string => `${folder}/${name}`;

/** The same image may have been uploaded again meanwhile. */
async function show(blog: Blog, file: hiddenFiles.HiddenFile, name: string): Promise<void> {
  if (await blog.files.stat(name)) await blog.files.remove([hidden(file, name)], blog.siteId);
  else await blog.files.move(hidden(file, name), name, blog.siteId);
}

/** The name under which a file of an image in the bin is stored at the moment. */
export async function binnedFile(blog: Blog, hash: string, name: string): Promise<string> {
  const file = await hiddenFiles.hiddenFile(blog.db, hash);
  return file && (await blog.files.stat(hidden(file, name))) ? hidden(file, name) : name;
}

const maxBatchSize = 50;

/**
 * Finishes what a crash or a failure left (`pending`), or also files that stayed because the text of another post named them,
 * which it may no longer do (`shown`).
 */
export async function applyAllVisibility(blog: Blog, which: 'pending' | 'shown'): Promise<void> {
  if ((await blog.files.owner()) !== blog.siteId) return;
  await inBatches('', maxBatchSize, async (after, size) => {
    const hashes = await hiddenFiles.pendingHashes(blog.db, which, after, size);
    await applyVisibility(blog, hashes);
    return hashes.at(-1) ?? null;
  });
}
