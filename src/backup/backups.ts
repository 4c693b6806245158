import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isDiskFull } from '../db/database-errors.ts';
import {
  backedUpBeforeMigration,
  backingUpBeforeMigration,
  backupBeforeMigrationFailed,
  otherBackupStuck,
} from '../messages/operator.ts';
import { tarPart } from './archive.ts';
import { withLock } from './lock.ts';
import { BackupProblem } from './manifest.ts';
import type { BackupOptions, Source } from './snapshot.ts';
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

/** The backups in the data folder, which the site makes itself. */
export type Backups = {
  /** How many are kept; 0 when backups are off. */
  keep: number;
  /** Null while another process is making one. */
  make(options?: BackupOptions): Promise<StoredBackup | null>;
  newest(): Promise<StoredBackup | null>;
  list(): Promise<StoredBackup[]>;
  /** A backup as an archive, with the same bytes each time. */
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
    make: (options) =>
      withLock(folder, async () => {
        const made = await storeBackup(folder, source, images, options);
        await removeOld(folder, Math.max(1, config.backupsKeep));
        return made;
      }),
    newest: () => newestBackup(folder),
    list: () => storedBackups(folder),
    open: async (id) => {
      if (!backupId.safeParse(id).success) return null;
      const known = await storedEntries(folder, id).catch(nullIfMissing);
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

const lockTimeoutMs = 60_000;

/** A migration cannot be undone without a backup, so it does not start without one. */
export async function backUpBeforeMigration(backups: Backups, log: (message: string) => void): Promise<void> {
  if (backups.keep === 0) return;
  try {
    log(backingUpBeforeMigration);
    const { id } = await makeOrWait(backups);
    log(backedUpBeforeMigration(id));
  } catch (error) {
    const reason = isDiskFull(error) ? 'the disk is full' : (error as Error).message;
    throw new BackupProblem(backupBeforeMigrationFailed(reason));
  }
}

/** Waits for another process that is making a backup. */
async function makeOrWait(backups: Backups): Promise<StoredBackup> {
  for (const end = Date.now() + lockTimeoutMs; ; await wait(250)) {
    const made = await backups.make({ inParallel: true });
    if (made) return made;
    if (Date.now() > end) throw new BackupProblem(otherBackupStuck);
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
