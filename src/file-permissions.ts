import { chmod, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from './operator/log.ts';

const names = ['.', 'blog.sqlite', 'blog.sqlite-wal', 'blog.sqlite-shm', 'images', 'uploads', 'backups'];

/** Takes the rights of group and others away from data that was written before these files were private. */
export async function makePrivate(dataDir: string, log: Log): Promise<void> {
  if (process.platform === 'win32') return;
  for (const name of names) {
    const place = path.join(dataDir, name);
    const found = await stat(place).catch(() => null);
    const shared = found !== null && (found.mode & 0o077) !== 0;
    // A folder with the sticky bit, as /tmp, is shared on purpose.
    if (!shared || (found.mode & 0o1000) !== 0) continue;
    try {
      await chmod(place, found.mode & 0o700);
      log.info('Other users of this machine could read a file of the site; now they cannot.', { place });
    } catch (error) {
      log.warn('Other users of this machine can read a file of the site. Take their rights away.', {
        place,
        error: (error as Error).message,
      });
    }
  }
}
