import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { unusedHashes } from '../../store/images.ts';
import { inTransaction, lockName } from '../../store/transaction.ts';
import type { Blog } from '../blog.ts';
import {
  checkFiles,
  isPlausible,
  type Ownership,
  type Survey,
  surveyFiles,
} from '../images/file-ownership.ts';
import { fileLock } from '../images/unused-files.ts';

/** An upload on its way is younger than this. */
const graceMs = 60 * 60 * 1000;
const trashMs = 30 * 24 * 60 * 60 * 1000;

export type Sweep = { ownership: Ownership; survey: Survey | null; moved: number };

/**
 * Moves files that no image uses, as a crash may leave them, to the trash, and empties the trash of what has been there
 * for 30 days. Many such files mean that something else is wrong, and are only moved if the owner says so.
 */
export async function sweep(blog: Blog, { told = false, dryRun = false } = {}): Promise<Sweep> {
  const ownership = await checkFiles(blog);
  if (ownership !== 'ours') return { ownership, survey: null, moved: 0 };
  if (!dryRun) await emptyTrash(blog);
  const survey = await surveyFiles(blog, blog.now().getTime() - graceMs);
  const { files, unused, unusedFiles } = survey;
  if (dryRun || unusedFiles === 0) return { ownership, survey, moved: 0 };
  if (!told && !isPlausible(survey)) {
    blog.report(
      `${unusedFiles} of ${files} image files are used by no image. They stay; "npm run images -- sweep" moves them to the trash.`,
    );
    return { ownership, survey, moved: 0 };
  }
  let moved = 0;
  for (const { hash, names } of unused) moved += await moveToTrash(blog, hash, names);
  return { ownership, survey, moved };
}

/** An upload of the same bytes may have come meanwhile, so the database is asked once more, with the files locked. */
async function moveToTrash(blog: Blog, hash: string, names: readonly string[]): Promise<number> {
  const moved = await inTransaction(blog.db, async (tx) => {
    await lockName(tx, fileLock(hash));
    const [unused] = await unusedHashes(tx, [hash]);
    if (unused) await blog.files.trash(names, blog.siteId, blog.now());
    return unused ? names : [];
  });
  for (const name of moved)
    blog.report('Moved an image file that no image uses to the trash for 30 days.', { name });
  return moved.length;
}

async function emptyTrash(blog: Blog): Promise<void> {
  const before = blog.now().getTime() - trashMs;
  for await (const one of blog.files.trashed()) {
    if (one.since.getTime() > before) continue;
    await blog.files.removeTrashed([one], blog.siteId);
    blog.report('Deleted an image file that was in the trash for 30 days.', { name: one.name });
  }
}

/** Puts back what is in the trash, except where another file has the name by now. */
export async function restoreTrash(blog: Blog): Promise<{ restored: number; left: number }> {
  const counts = { restored: 0, left: 0 };
  for await (const one of blog.files.trashed())
    if (await blog.files.untrash(one, blog.siteId)) counts.restored++;
    else counts.left++;
  return counts;
}

/** Removes uploads that were cut off: temporary files that only this program writes. */
export async function removeStaleUploads(blog: Blog): Promise<void> {
  const old = blog.now().getTime() - graceMs;
  for (const name of await readdir(blog.uploadFolder).catch(() => [])) {
    const place = path.join(blog.uploadFolder, name);
    const { mtimeMs } = await stat(place).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (mtimeMs < old) await rm(place, { recursive: true, force: true });
  }
}
