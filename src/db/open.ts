import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import type { ChangeHandlers, ChangeListener } from './change-listener.ts';
import { type Dialect, postgresDialect, sqliteDialect } from './dialect.ts';
import { type PostgresOptions, postgres, withoutPassword } from './postgres.ts';
import type { Schema } from './schema.ts';
import { nodeSqlite } from './sqlite.ts';

export type Db = Kysely<Schema>;

export type OpenDatabase = {
  db: Db;
  dialect: Dialect;
  place: string;
  /** How changes by other processes show: as a value that is another one then (SQLite), or by listening (PostgreSQL). */
  version: (() => unknown) | null;
  listen: ((handlers: ChangeHandlers) => ChangeListener) | null;
  /** How its connections are used; null where there are none. */
  pool: (() => PoolUse) | null;
};

export type PoolUse = { busy: number; idle: number; waiting: number };

/** A database that cannot be used, in one line for the operator. */
export class DatabaseProblem extends Error {
  override readonly name = 'DatabaseProblem';
}

export function openDatabase(options: {
  dataDir: string;
  databaseUrl: string | null;
  databasePool?: number;
  onLost?: (error: Error) => void;
}): OpenDatabase {
  const { databaseUrl: url, databasePool: most = 10, onLost = () => {} } = options;
  return url ? openPostgres({ url, most, onLost }) : openSqlite(options.dataDir);
}

function openSqlite(dataDir: string): OpenDatabase {
  const file = path.join(dataDir, 'blog.sqlite');
  if (!existsSync(dataDir)) mkdirSync(dataDir, { recursive: true });
  const { dialect, version } = nodeSqlite(file);
  return {
    db: new Kysely<Schema>({ dialect }),
    dialect: sqliteDialect,
    place: file,
    version,
    listen: null,
    pool: null,
  };
}

function openPostgres(options: PostgresOptions): OpenDatabase {
  const { pool, connections, listen } = postgres(options);
  return {
    db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool: connections }) }),
    dialect: postgresDialect,
    place: withoutPassword(options.url),
    version: null,
    listen,
    pool: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  };
}
