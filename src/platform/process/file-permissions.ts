import { access, chmod, constants, stat } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseProblem } from '../db/open.ts';
import type { Log } from '../log/log.ts';
import { dataOfOtherUser, fileMadePrivate, fileNotPrivate } from '../messages/operator.ts';

const names = [
  '.',
  'blog.sqlite',
  'blog.sqlite-wal',
  'blog.sqlite-shm',
  'statistics.sqlite',
  'statistics.sqlite-wal',
  'statistics.sqlite-shm',
  'images',
  'uploads',
  'backups',
  'imports',
  'exports',
];

/** Removes the permissions of group and others from data that an older version wrote without a strict umask. */
export async function restrictFilePermissions(dataDir: string, log: Log): Promise<void> {
  if (process.platform === 'win32') return;
  for (const name of names) {
    const file = path.join(dataDir, name);
    const stats = await stat(file).catch(() => null);
    if (stats === null || (stats.mode & 0o077) === 0) continue;
    // A folder with the sticky bit, such as /tmp, is shared on purpose.
    if ((stats.mode & 0o1000) !== 0) continue;
    try {
      await chmod(file, stats.mode & 0o700);
      log.info(fileMadePrivate, { file });
    } catch (error) {
      log.warn(fileNotPrivate, { file, error: (error as Error).message });
    }
  }
}

/**
 * Refuses data that this user may not write, as in a folder that is mounted into a container and belongs to another user: SQLite
 * would only say that it cannot open its file.
 */
export async function requireOwnData(dataDir: string): Promise<void> {
  const user = process.getuid?.();
  if (user === undefined) return;
  for (const file of [dataDir, path.join(dataDir, 'blog.sqlite')]) {
    const error = await access(file, constants.W_OK).catch((reason: NodeJS.ErrnoException) => reason);
    if (error?.code !== 'EACCES') continue;
    const owner = await stat(file).catch(() => null);
    if (owner && owner.uid !== user)
      throw new DatabaseProblem(dataOfOtherUser({ file, owner: owner.uid, user, dataDir }));
  }
}
