import path from 'node:path';
import { isOfNewerVersion } from '../../../platform/db/migrate.ts';
import type { Db } from '../../../platform/db/open.ts';
import type { RecoveryConfig } from '../../../platform/feature.ts';
import {
  backupBeforeUpgrade,
  moveRestored,
  noBackupBeforeUpgrade,
} from '../../../platform/messages/operator.ts';
import { backupsFolder, imagesToBackUp } from './backups.ts';
import { asStored, setAsideFolder } from './set-aside.ts';
import { storedBackups } from './stored.ts';

/** Names the backup that this version can use, and the commands. */
export async function wayBack(config: RecoveryConfig, db: Db): Promise<string> {
  const { dataDir, databaseUrl } = config;
  const folder = backupsFolder(dataDir);
  // The newer version may have ended before it made a backup of its copy.
  await asStored(setAsideFolder(folder), imagesToBackUp(config)).catch(() => null);
  const usable = (await storedBackups(folder, await siteIdOf(db))).find(
    ({ manifest }) => !isOfNewerVersion(manifest.migrations),
  );
  if (!usable) return noBackupBeforeUpgrade(folder);
  const { product_version: version, made } = usable.manifest;
  const move = databaseUrl === null ? null : moveRestored(dataDir);
  return backupBeforeUpgrade({ made, version }, path.join(folder, usable.id), move);
}

async function siteIdOf(db: Db): Promise<string | undefined> {
  const query = db.selectFrom('settings').select('value').where('name', '=', 'site_id');
  // A newer version may store it elsewhere.
  return (await query.executeTakeFirst().catch(() => undefined))?.value;
}
