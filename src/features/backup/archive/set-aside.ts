import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { syncFolder, writeDurably } from '../../../platform/files/durable-write.ts';
import { once } from './file.ts';
import { withLock } from './lock.ts';
import type { BackupOptions, Source } from './snapshot.ts';
import { type StoredBackup, storeBackup } from './stored.ts';

/*
 * Before a migration, a large SQLite database is only copied, which takes a tenth of the time of a backup. After the start a job
 * makes a backup of the copy, which verifies and compresses it; until then the copy stays, whatever happens in between.
 */

const folderName = '.before-upgrade';
const databaseFile = 'blog.sqlite';
const aboutFile = 'about.json';

/** Which version made it, and when. It is written last, so a copy without it is incomplete. */
const about = z.object({ version: z.string(), made: z.iso.datetime() });

export const setAsideFolder = (backups: string): string => path.join(backups, folderName);
export const hasSetAside = (backups: string): boolean =>
  existsSync(path.join(setAsideFolder(backups), aboutFile));

/** Copies the database. An earlier copy must have become a backup before. */
export async function setAside(backups: string, source: Source): Promise<void> {
  const unfinished = `${setAsideFolder(backups)}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  try {
    const file = path.join(unfinished, databaseFile);
    await source.snapshot(file);
    await flush(file);
    const text = JSON.stringify({ version: source.version, made: source.now().toISOString() });
    await writeDurably(path.join(unfinished, aboutFile), once(Buffer.from(text)));
    await syncFolder(unfinished);
    // One without its last file, left by a deletion that was interrupted.
    await rm(setAsideFolder(backups), { recursive: true, force: true });
    await rename(unfinished, setAsideFolder(backups));
    await syncFolder(backups);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Makes a backup of the copy, and deletes it then; null when there is none. The lock of the folder has to be held. */
export async function backUpSetAside(
  backups: string,
  images: string | null,
  options?: BackupOptions,
): Promise<StoredBackup | null> {
  if (!hasSetAside(backups)) return null;
  const folder = setAsideFolder(backups);
  const { version, made } = about.parse(JSON.parse(await readFile(path.join(folder, aboutFile), 'utf8')));
  const source: Source = {
    // A second name of the same file, where the file system has such: the backup deletes its own.
    snapshot: async (file) => {
      const copy = path.join(folder, databaseFile);
      await link(copy, file).catch(() => copyFile(copy, file));
    },
    isFixed: true,
    version,
    now: () => new Date(made),
  };
  const stored = await storeBackup(backups, source, images, options);
  await rm(path.join(folder, aboutFile));
  await rm(folder, { recursive: true, force: true });
  return stored;
}

/** The folder of a backup to restore: that of a copy becomes a backup first. */
export async function asStored(given: string, images: string | null): Promise<string> {
  const backups = path.dirname(given);
  if (given !== setAsideFolder(backups)) return given;
  const made = await withLock(backups, () => backUpSetAside(backups, images));
  return made ? path.join(backups, made.id) : given;
}

async function flush(file: string): Promise<void> {
  await using handle = await open(file, 'r+');
  await handle.sync();
}
