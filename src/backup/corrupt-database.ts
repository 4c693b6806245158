import path from 'node:path';
import { isCorrupt } from '../db/database-errors.ts';
import { DatabaseProblem } from '../db/open.ts';
import { checkDatabaseFile } from '../db/sqlite-check.ts';
import { backupsFolder } from './backups.ts';
import { isHalfRestored } from './restore.ts';
import { newestBackup } from './stored.ts';

/**
 * Refuses a SQLite file that is damaged, foreign or gone before anything is written, and says what can be done. `traces`
 * show that there was a site, so that a file that is gone is a loss and not a beginning.
 */
export async function requireUsable(dataDir: string, traces: readonly string[] = []): Promise<void> {
  if (isHalfRestored(dataDir))
    throw new DatabaseProblem(
      `A restore into ${dataDir} was cut short. Please run the same "npm run restore" again; it starts anew.`,
    );
  const file = path.join(dataDir, 'blog.sqlite');
  const hasBackups = (await newestBackup(backupsFolder(dataDir))) !== null;
  const found = checkDatabaseFile(file, hasBackups || traces.length > 0);
  if (found === 'new' || found === 'ok') return;
  if (found === 'missing')
    throw new DatabaseProblem(
      `There is no database at ${file}, though there was one${traces.length > 0 ? `: ${traces.join(' and ')}` : ''}. If it was moved, put it back together with blog.sqlite-wal. ${await wayBack(dataDir)} ${newSite}`,
    );
  if ('foreign' in found)
    throw new DatabaseProblem(
      `The SQLite database in DATA_DIR cannot be used: ${file} belongs to something else (${found.foreign}). It was left as it is; please set DATA_DIR to another folder.`,
    );
  throw await damage(dataDir, found.corrupt);
}

/** Runs `work`; damage that only shows there is told in the same words. */
export async function tellingDamage<Result>(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | null },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (databaseUrl !== null || !isCorrupt(error)) throw error;
    throw await damage(dataDir, (error as Error).message);
  }
}

async function damage(dataDir: string, reason: string): Promise<DatabaseProblem> {
  // SQLite may quote what it cannot read, over many lines.
  const short = reason.replace(/\s+/g, ' ').trim().slice(0, 200);
  return new DatabaseProblem(
    `The SQLite database in DATA_DIR cannot be used: ${path.join(dataDir, 'blog.sqlite')} is damaged (${short}). It was left as it is. ${await wayBack(dataDir)}`,
  );
}

export const newSite =
  'To begin a new site instead, set DATA_DIR to a new folder, and S3_BUCKET, if you use one, to an empty bucket.';

export async function wayBack(dataDir: string): Promise<string> {
  const folder = backupsFolder(dataDir);
  const newest = await newestBackup(folder);
  if (!newest)
    return `${folder} holds no backup; if you have one elsewhere, "npm run restore -- FILE" puts it into an empty DATA_DIR.`;
  const backup = path.join(folder, newest.id);
  return `The last backup is of ${newest.made}: "DATA_DIR=${dataDir}-restored npm run restore -- ${backup}" puts it into a new folder, which DATA_DIR then has to name.`;
}
