import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Blog } from './blog.ts';
import { removeUnusedFiles } from './files.ts';

/** An upload on its way is younger than this. */
const graceMs = 60 * 60 * 1000;
const hashInName = /^[0-9a-f]{2}\/([0-9a-f]{64})-/;

/** Removes what a crash may leave behind: pictures that no row knows, and uploads that nobody waits for. */
export async function sweep(blog: Blog): Promise<void> {
  const old = blog.now().getTime() - graceMs;
  await sweepUploads(blog.uploadFolder, old);
  let hash = '';
  let variants: { name: string }[] = [];
  // Names are listed in order, so the sizes of one picture stand together.
  for await (const file of blog.files.list()) {
    const found = hashInName.exec(file.name)?.[1];
    if (!found || file.modified.getTime() > old) continue;
    if (found !== hash) {
      if (variants.length > 0) await removeUnusedFiles(blog, [{ hash, variants }]);
      hash = found;
      variants = [];
    }
    variants.push({ name: file.name });
  }
  if (variants.length > 0) await removeUnusedFiles(blog, [{ hash, variants }]);
}

async function sweepUploads(folder: string, old: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const place = path.join(folder, name);
    const { mtimeMs } = await stat(place).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (mtimeMs < old) await rm(place, { recursive: true, force: true });
  }
}
