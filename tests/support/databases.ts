import { constants } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { freshDatabase, freshMigratedDatabase, shared } from './postgres.ts';
import type { PostgresDatabase } from './postgres-databases.ts';

export const databases = ['sqlite', 'postgres'] as const;
export type DatabaseKind = (typeof databases)[number];

/** Defines the tests once for each supported database. */
export function onEachDatabase(name: string, define: (kind: DatabaseKind) => void): void {
  describe.each(databases)(`${name} (%s)`, (kind) => define(kind));
}

export type TemporaryDatabase = {
  config: { dataDir: string; databaseUrl: string | null };
  dispose(): Promise<void>;
};

/** An empty database, as a new site finds it. */
export async function temporaryDatabase(kind: DatabaseKind): Promise<TemporaryDatabase> {
  return temporary(kind === 'postgres' ? await freshDatabase() : null);
}

/**
 * A database with all migrations, a copy of the one that the run has made: applying them takes longer than most tests. The
 * migrations themselves are tested on empty databases.
 */
export async function migratedDatabase(kind: DatabaseKind): Promise<TemporaryDatabase> {
  if (kind === 'postgres') return temporary(await freshMigratedDatabase());
  const database = await temporary(null);
  const file = join(database.config.dataDir, 'blog.sqlite');
  await copyFile(await shared('migrated-sqlite'), file, constants.COPYFILE_FICLONE);
  return database;
}

async function temporary(database: PostgresDatabase | null): Promise<TemporaryDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'not-terrible-data-'));
  return {
    config: { dataDir, databaseUrl: database?.url ?? null },
    async dispose() {
      await database?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
