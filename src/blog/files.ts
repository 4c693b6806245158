import { unusedHashes } from '../store/images.ts';
import { inTransaction, lockName } from '../store/transaction.ts';
import type { Blog } from './blog.ts';

/** Two uploads of the same bytes share their files; whoever writes or removes them holds this name. */
export const fileLock = (hash: string): string => `files:${hash}`;

/** Removes the files of these images unless another image uses the same bytes. */
export async function removeUnusedFiles(
  blog: Blog,
  images: readonly { hash: string; variants: readonly { name: string }[] }[],
): Promise<void> {
  for (const { hash, variants } of images)
    await inTransaction(blog.db, async (tx) => {
      await lockName(tx, fileLock(hash));
      const [unused] = await unusedHashes(tx, [hash]);
      if (unused) await blog.files.remove(variants.map((variant) => variant.name));
    });
}
