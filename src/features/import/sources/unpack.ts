import { createWriteStream } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Problem } from '../../../platform/http/problem.ts';
import { sourceNoRoom } from '../messages/sources.ts';

/** Left free on the disk, so that the database can still grow. */
const reserveBytes = 256 * 1024 * 1024;

/**
 * Writes a stream of known length into a file that only this process can read. The file has no name by the time it is
 * returned, so nothing is left on the disk, however the process ends.
 */
export async function unpack(
  chunks: Readable,
  bytes: number,
  name: string,
  folder = tmpdir(),
): Promise<FileHandle> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize - bytes < reserveBytes) throw new Problem('no_room', sourceNoRoom(name));
  const own = await mkdtemp(join(folder, 'unpacked-'));
  const file = await open(join(own, 'content'), 'wx+', 0o600);
  try {
    await rm(own, { recursive: true, force: true });
    await pipeline(chunks, createWriteStream('', { fd: file.fd, autoClose: false }));
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}
