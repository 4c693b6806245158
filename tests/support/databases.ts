import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { freshDatabase } from './postgres.ts';

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

export async function temporaryDatabase(kind: DatabaseKind): Promise<TemporaryDatabase> {
  const database = kind === 'postgres' ? await freshDatabase() : null;
  const dataDir = await mkdtemp(join(tmpdir(), 'not-terrible-data-'));
  return {
    config: { dataDir, databaseUrl: database?.url ?? null },
    async dispose() {
      await database?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
