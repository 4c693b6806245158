import { constants } from 'node:fs';
import { lstat, open, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { SkippedEntry, SourceEntry } from '../../../platform/files/source.ts';
import { Problem } from '../../../platform/http/problem.ts';
import {
  skippedLink,
  skippedSpecial,
  sourceFileChanged,
  sourceFolderTooDeep,
  sourceTooManyFiles,
} from '../messages/sources.ts';
import { boundedStream } from './bounded-stream.ts';
import type { SourceLimits } from './source-limits.ts';
import { isJunk } from './source-paths.ts';

export type Found = { entries: SourceEntry[]; skipped: SkippedEntry[] };

/** All plain files below a folder. Links are never followed, so nothing outside of the folder is read. */
export async function openFolder(folder: string, name: string, limits: SourceLimits): Promise<Found> {
  const found: Found = { entries: [], skipped: [] };
  const waiting = [''];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    if (below.split('/').length > limits.depth) throw new Problem('invalid', sourceFolderTooDeep(below));
    for await (const item of await opendir(join(folder, below))) {
      const path = below ? `${below}/${item.name}` : item.name;
      if (isJunk(path)) continue;
      if (item.isSymbolicLink()) found.skipped.push({ path, reason: skippedLink });
      else if (item.isDirectory()) waiting.push(path);
      else if (item.isFile()) found.entries.push(await fileEntry(join(folder, path), path));
      else found.skipped.push({ path, reason: skippedSpecial });
      if (found.entries.length + waiting.length > limits.entries)
        throw new Problem('invalid', sourceTooManyFiles(name, limits.entries));
    }
  }
  return found;
}

export async function fileEntry(file: string, path: string): Promise<SourceEntry> {
  const { size, mtime } = await lstat(file);
  return { path, bytes: size, modified: mtime, open: () => openFile(file, path, size) };
}

/** A file that became a link or a pipe in the meantime is neither followed nor waited for. */
async function openFile(file: string, path: string, bytes: number): Promise<Readable> {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((cause) => {
    throw new Problem('invalid', sourceFileChanged(path), { cause });
  });
  if (!(await handle.stat()).isFile()) {
    await handle.close();
    throw new Problem('invalid', sourceFileChanged(path));
  }
  return boundedStream(handle.createReadStream({ highWaterMark: 256 * 1024 }), { path, bytes });
}
