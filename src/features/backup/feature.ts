import path from 'node:path';
import type { Blog } from '../../platform/blog.ts';
import type { Feature } from '../../platform/feature.ts';
import {
  containsBackups,
  noBackupAdvice,
  restoreAdvice,
  restoreInterrupted,
} from '../../platform/messages/operator.ts';
import { backupState as schema } from './api.ts';
import { backUpBeforeMigration, backupsFolder, backupsPart, openBackups } from './archive/backups.ts';
import { wayBack } from './archive/before-upgrade.ts';
import { isRestoreInterrupted } from './archive/restore.ts';
import { newestBackup } from './archive/stored.ts';
import { backupState, readRecord } from './backups.ts';
import { checkBackups } from './findings.ts';
import { backupSource } from './source.ts';

export const backupFeature: Feature<Blog> = {
  name: 'backup',
  part: (config, database) => backupsPart.with(openBackups(config, backupSource(database))),
  lastBackup: async (blog, db) => ({ ...(await readRecord(db)), isOff: backupsPart.of(blog).keep === 0 }),
  overview: { field: 'backups', schema, read: backupState },
  findings: checkBackups,
  recovery: {
    advice: async (dataDir) => {
      const folder = backupsFolder(dataDir);
      const newest = await newestBackup(folder);
      return newest
        ? restoreAdvice(newest.made, dataDir, path.join(folder, newest.id))
        : noBackupAdvice(folder);
    },
    evidence: async (dataDir) => {
      const folder = backupsFolder(dataDir);
      return (await newestBackup(folder)) && containsBackups(folder);
    },
    unfinished: (dataDir) => (isRestoreInterrupted(dataDir) ? restoreInterrupted(dataDir) : null),
    beforeMigration: (config, database, log) =>
      backUpBeforeMigration(openBackups(config, backupSource(database)), log),
    wayBack,
  },
};
