import path from 'node:path';
import { isCorrupt } from '../../../platform/db/database-errors.ts';
import { DatabaseProblem } from '../../../platform/db/open.ts';
import { checkDatabaseFile } from '../../../platform/db/sqlite-check.ts';
import {
  databaseCorrupt,
  databaseMissing,
  databaseOfOtherProgram,
  newSiteAdvice,
  noBackupAdvice,
  restoreAdvice,
  restoreInterrupted,
} from '../../../platform/messages/operator.ts';
import { backupsFolder } from './backups.ts';
import { isRestoreInterrupted } from './restore.ts';
import { newestBackup } from './stored.ts';

/**
 * Refuses a SQLite file that is corrupt, foreign or missing before anything is written, with advice on what to do. `traces`
 * are signs of an existing site, so that an absent file is missing and not new.
 */
export async function requireUsable(dataDir: string, traces: readonly string[] = []): Promise<void> {
  if (isRestoreInterrupted(dataDir)) throw new DatabaseProblem(restoreInterrupted(dataDir));
  const file = path.join(dataDir, 'blog.sqlite');
  const hasBackups = (await newestBackup(backupsFolder(dataDir))) !== null;
  const found = checkDatabaseFile(file, hasBackups || traces.length > 0);
  if (found === 'new' || found === 'ok') return;
  if (found === 'missing')
    throw new DatabaseProblem(
      databaseMissing(file, traces, `${await recoveryAdvice(dataDir)} ${newSiteAdvice}`),
    );
  if ('foreign' in found) throw new DatabaseProblem(databaseOfOtherProgram(file, found.foreign));
  throw await corruptionOf(dataDir, found.corrupt);
}

/** Runs `work` and reports corruption that only shows there with the same advice. */
export async function explainingCorruption<Result>(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | null },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (databaseUrl !== null || !isCorrupt(error)) throw error;
    throw await corruptionOf(dataDir, (error as Error).message);
  }
}

async function corruptionOf(dataDir: string, reason: string): Promise<DatabaseProblem> {
  // SQLite may quote unreadable content over many lines.
  const short = reason.replace(/\s+/g, ' ').trim().slice(0, 200);
  return new DatabaseProblem(
    databaseCorrupt(path.join(dataDir, 'blog.sqlite'), short, await recoveryAdvice(dataDir)),
  );
}

export async function recoveryAdvice(dataDir: string): Promise<string> {
  const folder = backupsFolder(dataDir);
  const newest = await newestBackup(folder);
  return newest ? restoreAdvice(newest.made, dataDir, path.join(folder, newest.id)) : noBackupAdvice(folder);
}
