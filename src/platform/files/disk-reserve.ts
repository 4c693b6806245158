import { rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Blog } from '../blog.ts';
import { isDiskFull } from '../db/database-errors.ts';

/** More than what SQLite writes to its log before it copies the log into the database. */
const reserveBytes = 8 * 1024 * 1024;

const reserveFile = ({ dataFolder }: Blog): string => path.join(dataFolder, '.reserve');

/** Keeps room on the disk for deletions for good: also what deletes needs room at first. Only where there is plenty. */
export async function keepReserve(blog: Blog): Promise<void> {
  const file = reserveFile(blog);
  const isThere = await stat(file).then(
    ({ size }) => size === reserveBytes,
    () => false,
  );
  const { bavail, bsize } = await statfs(blog.dataFolder);
  if (isThere || bavail * bsize < 4 * reserveBytes) return;
  const written = `${file}.new`;
  try {
    await writeFile(written, Buffer.alloc(reserveBytes), { mode: 0o600 });
    await rename(written, file);
  } finally {
    await rm(written, { force: true });
  }
}

/** Does a deletion for good; on a full disk a second time, with the room of the reserve. */
export async function withReserve<Result>(blog: Blog, deletion: () => Promise<Result>): Promise<Result> {
  try {
    return await deletion();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    await rm(reserveFile(blog), { force: true });
    return await deletion();
  }
}
