import path from 'node:path';
import { features } from '../modules/features.ts';
import { isCorrupt } from '../platform/db/database-errors.ts';
import { NewerDatabase } from '../platform/db/migrate.ts';
import { DatabaseProblem, type OpenDatabase } from '../platform/db/open.ts';
import { checkDatabaseFile } from '../platform/db/sqlite-check.ts';
import type { Recovery, RecoveryConfig } from '../platform/feature.ts';
import {
  databaseCorrupt,
  databaseMissing,
  databaseOfOtherProgram,
  newSiteAdvice,
} from '../platform/messages/operator.ts';

/** The feature with backups, if there is one. */
export const recovery: Recovery | undefined = features.find((feature) => feature.recovery)?.recovery;

export const recoveryAdvice = async (dataDir: string): Promise<string> =>
  (await recovery?.advice(dataDir)) ?? '';

/**
 * Refuses a SQLite file that is corrupt, foreign or missing before anything is written, with advice on what to do. `traces`
 * are signs of an existing site, so that an absent file is missing and not new.
 */
export async function requireUsable(dataDir: string, traces: readonly string[] = []): Promise<void> {
  const unfinished = recovery?.unfinished(dataDir);
  if (unfinished) throw new DatabaseProblem(unfinished);
  const file = path.join(dataDir, 'blog.sqlite');
  const hasBackups = Boolean(await recovery?.evidence(dataDir));
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
  { dataDir, databaseUrl }: RecoveryConfig,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (databaseUrl !== null || !isCorrupt(error)) throw error;
    throw await corruptionOf(dataDir, (error as Error).message);
  }
}

/** Runs `work`; if the database is of a newer version, the error says how this version gets one that it can use. */
export async function explainingNewer<Result>(
  config: RecoveryConfig,
  { db }: Pick<OpenDatabase, 'db'>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof NewerDatabase) || !recovery) throw error;
    throw new NewerDatabase(`${error.message} ${await recovery.wayBack(config, db)}`, { cause: error });
  }
}

async function corruptionOf(dataDir: string, reason: string): Promise<DatabaseProblem> {
  // SQLite may quote unreadable content over many lines.
  const short = reason.replace(/\s+/g, ' ').trim().slice(0, 200);
  return new DatabaseProblem(
    databaseCorrupt(path.join(dataDir, 'blog.sqlite'), short, await recoveryAdvice(dataDir)),
  );
}
