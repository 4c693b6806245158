import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isDiskFull } from '../db/database-errors.ts';
import { tarPart } from './archive.ts';
import { alone } from './lock.ts';
import { BackupProblem } from './manifest.ts';
import type { Source } from './snapshot.ts';
import {
  backupId,
  newestBackup,
  removeOld,
  type StoredBackup,
  storeBackup,
  storedBackups,
  storedEntries,
} from './stored.ts';

export type OpenBackup = {
  name: string;
  bytes: number;
  etag: string;
  read(part: { start: number; end: number }): AsyncIterable<Buffer>;
};

/** The backups that the site makes of itself, in its data folder. */
export type Backups = {
  /** How many are kept; 0 when the site makes none. */
  keep: number;
  /** Null when another process is making one at this moment. */
  make(): Promise<StoredBackup | null>;
  newest(): Promise<StoredBackup | null>;
  list(): Promise<StoredBackup[]>;
  /** One of them as an archive, which has the same bytes each time. */
  open(id: string): Promise<OpenBackup | null>;
};

export const backupsFolder = (dataDir: string): string => path.join(dataDir, 'backups');

export function openBackups(
  config: { dataDir: string; backupsKeep: number; s3: unknown },
  source: Source,
): Backups {
  const folder = backupsFolder(config.dataDir);
  const images = config.s3 ? null : path.join(config.dataDir, 'images');
  return {
    keep: config.backupsKeep,
    make: () =>
      alone(folder, async () => {
        const made = await storeBackup(folder, source, images);
        await removeOld(folder, Math.max(1, config.backupsKeep));
        return made;
      }),
    newest: () => newestBackup(folder),
    list: () => storedBackups(folder),
    open: async (id) => {
      if (!backupId.safeParse(id).success) return null;
      const known = await storedEntries(folder, id).catch(ifThere);
      return (
        known && {
          name: `not-terrible-${id}.tar`,
          bytes: known.bytes,
          etag: `"${id}-${known.sha256.slice(0, 32)}"`,
          read: (part) => tarPart(known.entries, part),
        }
      );
    },
  };
}

const patienceMs = 60_000;

/** A change to the tables that could not be taken back without a backup is not begun without one. */
export async function backUpBefore(backups: Backups, say: (message: string) => void): Promise<void> {
  if (backups.keep === 0) return;
  try {
    const { id } = await makeSurely(backups);
    say(`The backup ${id} was made before the database is brought up to date.`);
  } catch (error) {
    const reason = isDiskFull(error) ? 'the disk is full' : (error as Error).message;
    throw new BackupProblem(
      `The database has to be brought up to date, and the backup before that failed: ${reason}. Nothing was changed. Put that right, or set BACKUPS_KEEP=0 to go on without a backup.`,
    );
  }
}

/** When another process is making one, after that. */
async function makeSurely(backups: Backups): Promise<StoredBackup> {
  for (const end = Date.now() + patienceMs; ; await wait(250)) {
    const made = await backups.make();
    if (made) return made;
    if (Date.now() > end) throw new BackupProblem('another process does not finish its backup');
  }
}

function ifThere(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
