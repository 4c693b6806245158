import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { type Dialect, postgresDialect, sqliteDialect } from './dialect.ts';
import type { Schema } from './schema.ts';
import { nodeSqlite } from './sqlite.ts';

export type Db = Kysely<Schema>;

export type OpenDatabase = {
  db: Db;
  dialect: Dialect;
  place: string;
  /** A value that changes when another process changes the data; null where that cannot be told. */
  version: (() => unknown) | null;
};

/** A database that cannot be used, in one line for the operator. */
export class DatabaseProblem extends Error {
  override readonly name = 'DatabaseProblem';
}

export function openDatabase(options: {
  dataDir: string;
  databaseUrl: string | null;
  onLost?: (error: Error) => void;
}): OpenDatabase {
  return options.databaseUrl
    ? openPostgres(options.databaseUrl, options.onLost ?? (() => {}))
    : openSqlite(options.dataDir);
}

function openSqlite(dataDir: string): OpenDatabase {
  const file = path.join(dataDir, 'blog.sqlite');
  if (!existsSync(dataDir)) mkdirSync(dataDir, { recursive: true });
  const { dialect, version } = nodeSqlite(file);
  return { db: new Kysely<Schema>({ dialect }), dialect: sqliteDialect, place: file, version };
}

function openPostgres(url: string, onLost: (error: Error) => void): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    // Waiting for a free connection counts, too: a burst of votes may take a while.
    connectionTimeoutMillis: 15_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 15_000,
    types: { getTypeParser },
    application_name: 'not-terrible',
  });
  // An idle connection that breaks (the server restarts) must not end the process; the pool makes a new one.
  pool.on('error', onLost);
  return {
    db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }),
    dialect: postgresDialect,
    place: withoutPassword(url),
    version: null,
  };
}

export function withoutPassword(url: string): string {
  const shown = new URL(url);
  shown.password = '';
  shown.search = '';
  return shown.href;
}

const asNumber = (value: string): number => Number(value);
const asIso = (value: string): string => new Date(value).toISOString();
const asText = (value: string): string => value;

/** Both databases hand out the same JavaScript values: numbers, ISO dates, JSON as text. */
const parsers = new Map<number, (value: string) => unknown>([
  [pg.types.builtins.INT8, asNumber],
  [pg.types.builtins.NUMERIC, asNumber],
  [pg.types.builtins.TIMESTAMPTZ, asIso],
  [pg.types.builtins.JSON, asText],
]);

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text');
}
