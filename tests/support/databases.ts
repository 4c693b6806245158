import { constants } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { freshDatabase, freshMigratedDatabase, shared } from './postgres.ts';
import type { PostgresDatabase } from './postgres-databases.ts';

export const databases = ['sqlite', 'postgres'] as const;
export type DatabaseKind = (typeof databases)[number];

/** Whether a group of `npm run test:deep` runs. */
export const isDeep = process.env.TEST_DATABASES !== undefined;

type Always = {
  /** Why `npm test` runs these tests on PostgreSQL too: locks, triggers, notifications, search. */
  always: string;
};

type Define = (kind: DatabaseKind) => void;

/**
 * Defines the tests once for each database of the run: SQLite in `npm test`, the others in the groups of `npm run test:deep`
 * (`vitest.config.ts`).
 */
export function onEachDatabase(name: string, ...rest: [Define] | [Always, Define]): void {
  const [options, define] = rest.length === 1 ? [undefined, rest[0]] : rest;
  const chosen = process.env.TEST_DATABASES?.split(',') ?? (options ? databases : ['sqlite']);
  const kinds = databases.filter((kind) => chosen.includes(kind));
  describe.each(kinds)(`${name} (%s)`, (kind) => define(kind));
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
