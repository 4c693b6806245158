import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Blog } from '../../platform/blog.ts';
import { inTransaction, lockName } from '../../platform/db/transaction.ts';
import { trashedFileDeleted, unusedFileTrashed, unusedImageFiles } from '../../platform/messages/operator.ts';
import {
  checkFiles,
  fileLock,
  isPlausible,
  type Ownership,
  type Survey,
  surveyFiles,
} from './file-ownership.ts';
import { applyAllVisibility } from './image-files.ts';
import { unusedHashes } from './store/images.ts';

/** Younger files may belong to an upload in progress. */
const graceMs = 60 * 60 * 1000;
const trashMs = 30 * 24 * 60 * 60 * 1000;

type Sweep = { ownership: Ownership; survey: Survey | null; moved: number };

/**
 * Moves files that no image uses, which a crash can leave, to the trash, and deletes what has been in the trash for 30 days.
 * Many unused files mean that something else is wrong; they are only moved with `force`.
 */
export async function sweep(blog: Blog, { force = false, dryRun = false } = {}): Promise<Sweep> {
  const ownership = await checkFiles(blog);
  if (ownership !== 'ours') return { ownership, survey: null, moved: 0 };
  if (!dryRun) {
    await emptyTrash(blog);
    await applyAllVisibility(blog, 'shown');
  }
  const survey = await surveyFiles(blog, blog.now().getTime() - graceMs);
  const { files, unused, unusedFiles } = survey;
  if (dryRun || unusedFiles === 0) return { ownership, survey, moved: 0 };
  if (!force && !isPlausible(survey)) {
    blog.report(unusedImageFiles(unusedFiles, files));
    return { ownership, survey, moved: 0 };
  }
  let moved = 0;
  for (const { hash, names } of unused) moved += await moveToTrash(blog, hash, names);
  return { ownership, survey, moved };
}

/** Checks the database again under the lock of the files, because the same image may have been uploaded meanwhile. */
async function moveToTrash(blog: Blog, hash: string, names: readonly string[]): Promise<number> {
  const moved = await inTransaction(blog.db, async (tx) => {
    await lockName(tx, fileLock(hash));
    const [unused] = await unusedHashes(tx, [hash]);
    if (unused) await blog.files.trash(names, blog.siteId, blog.now());
    return unused ? names : [];
  });
  for (const name of moved) blog.report(unusedFileTrashed, { name });
  return moved.length;
}

async function emptyTrash(blog: Blog): Promise<void> {
  const before = blog.now().getTime() - trashMs;
  for await (const one of blog.files.trashed()) {
    if (one.since.getTime() > before) continue;
    await blog.files.removeTrashed([one], blog.siteId);
    blog.report(trashedFileDeleted, { name: one.name });
  }
}

/** Restores the files in the trash, except those whose name is taken. */
export async function restoreTrash(blog: Blog): Promise<{ restored: number; left: number }> {
  const counts = { restored: 0, left: 0 };
  for await (const one of blog.files.trashed())
    if (await blog.files.untrash(one, blog.siteId)) counts.restored++;
    else counts.left++;
  return counts;
}

/** Removes the temporary files of interrupted uploads. */
export async function removeStaleUploads(blog: Blog): Promise<void> {
  const old = blog.now().getTime() - graceMs;
  for (const name of await readdir(blog.uploadFolder).catch(() => [])) {
    const file = path.join(blog.uploadFolder, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (mtimeMs < old) await rm(file, { recursive: true, force: true });
  }
}
