import { stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { partOf } from '../../../platform/blog.ts';
import { isDiskFull } from '../../../platform/db/database-errors.ts';
import {
  backedUpBeforeMigration,
  backingUpBeforeMigration,
  backupBeforeMigrationFailed,
  copiedBeforeMigration,
  otherBackupStuck,
} from '../../../platform/messages/operator.ts';
import { tarPart } from './archive.ts';
import { withLock } from './lock.ts';
import { BackupProblem } from './manifest.ts';
import { backUpSetAside, hasSetAside, setAside } from './set-aside.ts';
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

type OpenBackup = {
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
  /** Copies a large SQLite database before a migration; `backUpSetAside` makes a backup of the copy afterwards. */
  setAside(): Promise<'done' | 'busy' | 'not-needed'>;
  hasSetAside(): boolean;
  /** Null when there is no such copy, or while another process is making a backup. */
  backUpSetAside(options?: BackupOptions): Promise<StoredBackup | null>;
  /** Only those of the site: another database may use the same data folder. */
  newest(siteId: string): Promise<StoredBackup | null>;
  list(siteId: string): Promise<StoredBackup[]>;
  /** A backup as an archive, with the same bytes each time. */
  open(id: string, siteId: string): Promise<OpenBackup | null>;
};

export const backupsPart = partOf<Backups>('backups');

/** A smaller database is verified and compressed in about a second. */
const copyOnlyBytes = 64 * 1024 * 1024;

/** Null: they are in a bucket, and in no backup. */
export const imagesToBackUp = ({ dataDir, s3 }: { dataDir: string; s3: unknown }): string | null =>
  s3 ? null : path.join(dataDir, 'images');

export const backupsFolder = (dataDir: string): string => path.join(dataDir, 'backups');

export function openBackups(
  config: { dataDir: string; databaseUrl: string | null; backupsKeep: number; s3: unknown },
  source: Source,
): Backups {
  const folder = backupsFolder(config.dataDir);
  const images = imagesToBackUp(config);
  const keep = Math.max(1, config.backupsKeep);
  return {
    keep: config.backupsKeep,
    make: (options) =>
      withLock(folder, async () => {
        const made = await storeBackup(folder, source, images, options);
        await removeOld(folder, keep, made.siteId);
        return made;
      }),
    setAside: async () => {
      if (config.databaseUrl !== null) return 'not-needed';
      const { size } = await stat(path.join(config.dataDir, 'blog.sqlite'));
      if (size < copyOnlyBytes) return 'not-needed';
      const done = await withLock(folder, async () => {
        // One of an earlier upgrade, after which the site did not run for long.
        await backUpSetAside(folder, images, { inParallel: true });
        await setAside(folder, source);
        return 'done' as const;
      });
      return done ?? 'busy';
    },
    hasSetAside: () => hasSetAside(folder),
    backUpSetAside: (options) =>
      withLock(folder, async () => {
        const made = await backUpSetAside(folder, images, options);
        if (made) await removeOld(folder, keep, made.siteId);
        return made;
      }),
    newest: (siteId) => newestBackup(folder, siteId),
    list: (siteId) => storedBackups(folder, siteId),
    open: async (id, siteId) => {
      if (!backupId.safeParse(id).success) return null;
      const known = await storedEntries(folder, id, siteId).catch(nullIfMissing);
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
    if ((await unlessBusy(() => backups.setAside(), 'busy')) === 'done') return log(copiedBeforeMigration);
    const { id } = await unlessBusy(() => backups.make({ inParallel: true }), null);
    log(backedUpBeforeMigration(id));
  } catch (error) {
    const reason = isDiskFull(error) ? 'the disk is full' : (error as Error).message;
    throw new BackupProblem(backupBeforeMigrationFailed(reason));
  }
}

/** Waits for another process that is making a backup. */
async function unlessBusy<Result, Busy extends Result>(
  work: () => Promise<Result>,
  busy: Busy,
): Promise<Exclude<Result, Busy>> {
  for (const end = Date.now() + lockTimeoutMs; ; await wait(250)) {
    const result = await work();
    if (result !== busy) return result as Exclude<Result, Busy>;
    if (Date.now() > end) throw new BackupProblem(otherBackupStuck);
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
