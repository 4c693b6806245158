import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Blog } from '../../platform/blog.ts';
import { fileExists } from '../../platform/messages/operator.ts';
import { type CopyOptions, copySite } from '../publish/copy-site.ts';
import { folderTarget } from '../publish/targets/folder.ts';
import { ExportProblem } from './formats/problem.ts';

/** Writes a static copy into a new folder, which appears once it is complete. */
export async function writeStaticFolder(
  blog: Blog,
  folder: string,
  options: CopyOptions = {},
): Promise<{ missing: string[] }> {
  if (existsSync(folder)) throw new ExportProblem(fileExists(folder));
  const unfinished = path.join(path.dirname(folder), `.unfinished-${path.basename(folder)}`);
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  try {
    const written = await copySite(blog, folderTarget(unfinished), options);
    await rename(unfinished, folder);
    return written;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}
