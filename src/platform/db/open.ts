import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { OperatorProblem } from '../log/operator-problem.ts';
import { noDatabaseFile } from '../messages/operator.ts';
import type { ChangeHandlers, ChangeListener } from './change-listener.ts';
import { type Dialect, postgresDialect, sqliteDialect } from './dialect.ts';
import { type PostgresOptions, postgres, withoutPassword } from './postgres.ts';
import type { Schema } from './schema.ts';
import { nodeSqlite } from './sqlite.ts';
import { isFileInUse } from './sqlite-check.ts';
import { copySqlite } from './sqlite-copy.ts';

export type Db = Kysely<Schema>;

export type OpenDatabase = AsyncDisposable & {
  db: Db;
  dialect: Dialect;
  /** The file or the URL without its password, for messages. */
  location: string;
  /** How changes by other processes are detected: a value that differs afterwards (SQLite), or LISTEN (PostgreSQL). */
  version: (() => unknown) | null;
  listen: ((handlers: ChangeHandlers) => ChangeListener) | null;
  /** How the connection pool is used; null without a pool. */
  pool: (() => PoolUse) | null;
  /** Whether a site is running on this database. On SQLite, ask before the first query. */
  isInUse(): Promise<boolean>;
  /** Copies a consistent snapshot of the database into a new SQLite file; null where only a copy of the rows can. */
  copyFile: ((to: string) => Promise<void>) | null;
};

type PoolUse = { busy: number; idle: number; waiting: number };

/** The database cannot be used; the message is one line for the operator. */
export class DatabaseProblem extends OperatorProblem {
  override readonly name = 'DatabaseProblem';
}

export function openDatabase(options: {
  dataDir: string;
  databaseUrl: string | null;
  databasePool?: number;
  /** Whether a commit is acknowledged only once it is on disk; otherwise a power failure may undo it. */
  isFlushed?: boolean;
  onLost?: (error: Error) => void;
}): OpenDatabase {
  const { databaseUrl: url, databasePool: poolSize = 10, isFlushed = true, onLost = () => {} } = options;
  return url ? openPostgres({ url, poolSize, isFlushed, onLost }) : openSqlite(options.dataDir, isFlushed);
}

function openSqlite(dataDir: string, isFlushed: boolean): OpenDatabase {
  const file = path.join(dataDir, 'blog.sqlite');
  if (!existsSync(dataDir)) mkdirSync(dataDir, { recursive: true });
  const { dialect, version } = nodeSqlite(file, { isFlushed });
  const db = new Kysely<Schema>({ dialect });
  return {
    db,
    [Symbol.asyncDispose]: () => db.destroy(),
    dialect: sqliteDialect,
    location: file,
    version,
    listen: null,
    pool: null,
    isInUse: async () => isFileInUse(file),
    copyFile: async (to) => {
      if (!existsSync(file)) throw new DatabaseProblem(noDatabaseFile(file));
      await copySqlite(file, to);
    },
  };
}

function openPostgres(options: PostgresOptions): OpenDatabase {
  const { pool, connections, listen } = postgres(options);
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: connections }) });
  return {
    db,
    [Symbol.asyncDispose]: () => db.destroy(),
    dialect: postgresDialect,
    location: withoutPassword(options.url),
    version: null,
    listen,
    pool: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    isInUse: () => hasOtherSessions(db),
    copyFile: null,
  };
}

async function hasOtherSessions(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and application_name like 'not-terrible%' and pid <> pg_backend_pid()
    limit 1`.execute(db);
  return rows.length > 0;
}
