import type { Blog } from '../../platform/blog.ts';
import { inTransaction, lockName } from '../../platform/db/transaction.ts';
import { fileLock, mayRemove } from './file-ownership.ts';
import { applyVisibility } from './image-files.ts';
import { unusedHashes } from './store/images.ts';

/** Removes the files of these images unless something else uses the same bytes. */
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
  // The upload may have written files of an image that is in the bin.
  await applyVisibility(
    blog,
    images.map(({ hash }) => hash),
  );
}

/** Removes files that this site has written and replaced. */
export async function removeFiles(blog: Blog, names: readonly string[]): Promise<void> {
  if (names.length > 0 && (await mayRemove(blog))) await blog.files.remove(names, blog.siteId);
}
