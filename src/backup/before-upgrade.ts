import path from 'node:path';
import { migrations, NewerDatabase } from '../db/migrate.ts';
import { backupBeforeUpgrade, moveRestored, noBackupBeforeUpgrade } from '../messages/operator.ts';
import { backupsFolder } from './backups.ts';
import { storedBackups } from './stored.ts';

type Locations = { dataDir: string; databaseUrl: string | null };

/** Runs `work`; if the database is of a newer version, the error names the backup that this version can use, and the commands. */
export async function explainingNewer<Result>(
  config: Locations,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof NewerDatabase)) throw error;
    throw new NewerDatabase(`${error.message} ${await wayBack(config)}`, { cause: error });
  }
}

async function wayBack({ dataDir, databaseUrl }: Locations): Promise<string> {
  const folder = backupsFolder(dataDir);
  const known = new Set(migrations.map(({ name }) => name));
  const usable = (await storedBackups(folder)).find(({ manifest }) =>
    manifest.migrations.every((name) => known.has(name)),
  );
  if (!usable) return noBackupBeforeUpgrade(folder);
  const { product_version: version, made } = usable.manifest;
  const move = databaseUrl === null ? null : moveRestored(dataDir);
  return backupBeforeUpgrade({ made, version }, path.join(folder, usable.id), move);
}
