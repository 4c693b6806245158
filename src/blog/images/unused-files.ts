import { filesLeftInPlace } from '../../messages/operator.ts';
import { unusedHashes } from '../../store/images.ts';
import { inTransaction, lockName } from '../../store/transaction.ts';
import type { Blog } from '../blog.ts';
import { claimFiles } from './file-ownership.ts';

/** Uploads of the same bytes share their files, so writing and removing them takes this lock. */
export const fileLock = (hash: string): string => `files:${hash}`;

/** Removes the files of these images unless another image uses the same bytes. */
export async function removeUnusedFiles(
  blog: Blog,
  images: readonly { hash: string; variants: readonly { name: string }[] }[],
): Promise<void> {
  if (images.length === 0 || !(await mayRemove(blog))) return;
  for (const { hash, variants } of images)
    await inTransaction(blog.db, async (tx) => {
      await lockName(tx, fileLock(hash));
      const [unused] = await unusedHashes(tx, [hash]);
      if (unused)
        await blog.files.remove(
          variants.map((variant) => variant.name),
          blog.siteId,
        );
    });
}

/** Removes files that this site has written and replaced. */
export async function removeFiles(blog: Blog, names: readonly string[]): Promise<void> {
  if (names.length > 0 && (await mayRemove(blog))) await blog.files.remove(names, blog.siteId);
}

/** File names are derived from the content, so in a shared store an equal file may belong to another site. */
async function mayRemove(blog: Blog): Promise<boolean> {
  const ownership = await claimFiles(blog);
  if (ownership === 'ours') return true;
  blog.report(filesLeftInPlace, { ownership });
  return false;
}
