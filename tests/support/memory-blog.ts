import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { onTestFinished } from 'vitest';
import { readKeys, readSiteId } from '../../src/core/site/keys.ts';
import { type Backups, backupsPart } from '../../src/features/backup/archive/backups.ts';
import { networksPart } from '../../src/features/social/networks.ts';
import { features } from '../../src/modules/features.ts';
import type { Blog, CacheChange } from '../../src/platform/blog.ts';
import type { Schema } from '../../src/platform/db/schema.ts';
import { nodeSqlite } from '../../src/platform/db/sqlite.ts';
import type { Viewer } from '../../src/platform/http/viewer.ts';
import { memoryFiles } from './memory-files.ts';
import { shared } from './postgres.ts';

export const admin: Viewer = { admin: true, userId: 1, username: 'admin', sessionId: 'none' };

export type MemoryBlog = Blog & {
  /** What the blog reported as changed, in order. */
  changes: CacheChange[];
  /** Advances the blog's clock, which stands still otherwise. */
  wait(ms: number): void;
};

/** Nothing waits for the disk, and the journal of a transaction is in memory. */
const withoutDisk = {
  busyMs: 5_000,
  isFlushed: false,
  pragmas: 'pragma journal_mode = memory; pragma synchronous = off',
};

const noBackups = (): Backups => ({
  keep: 0,
  setAside: async () => 'not-needed',
  hasSetAside: () => false,
  backUpSetAside: async () => null,
  make: none,
  newest: none,
  list: async () => [],
  open: none,
});

/**
 * A blog on a SQLite database with all migrations, for one test; a copy of the one that the run has made, because applying the
 * migrations takes longer than most tests. HTTP tests cover PostgreSQL and the disk.
 */
export async function memoryBlog(): Promise<MemoryBlog> {
  const folder = mkdtempSync(join(tmpdir(), 'not-terrible-blog-'));
  const file = join(folder, 'blog.sqlite');
  copyFileSync(await shared('migrated-sqlite'), file);
  const { dialect } = nodeSqlite(file, withoutDisk);
  const db = new Kysely<Schema>({ dialect });
  onTestFinished(async () => {
    await db.destroy();
    rmSync(folder, { recursive: true, force: true });
  });
  const changes: CacheChange[] = [];
  let now = Date.parse('2026-03-01T12:00:00.000Z');
  const siteId = await readSiteId(db);
  const files = memoryFiles();
  await files.claim(siteId);
  return {
    db,
    files,
    uploadFolder: '/nonexistent',
    dataFolder: '/nonexistent',
    outgoingAllow: [],
    outgoingStrangers: [],
    mail: null,
    parts: { ...backupsPart.with(noBackups()), ...networksPart.with([]) },
    keys: await readKeys(db),
    siteId,
    siteUrl: () => 'https://blog.example.org',
    version: '0.0.0',
    isPublic: false,
    actor: { username: 'admin', address: '192.0.2.1', browser: 'Test' },
    now: () => new Date(now),
    report: () => {},
    changed: (change) => void changes.push(change),
    changes,
    features,
    wait: (ms) => {
      now += ms;
    },
  };
}

const none = async () => null;
