import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import type { PostgresPool } from 'kysely';
import type pg from 'pg';
import { databaseNotAnswering } from '../messages/operator.ts';
import { type ChangeHandlers, ChangeListener } from './change-listener.ts';
import { namingClient } from './named-statements.ts';

export type PostgresOptions = {
  url: string;
  poolSize: number;
  isFlushed: boolean;
  onLost: (error: Error) => void;
};

const connectMs = 5_000;

/** The pool that runs every query, and the change listener beside it. */
export function postgres({ url, poolSize, isFlushed, onLost }: PostgresOptions) {
  // Loaded here, so that sites with SQLite start without it.
  const driver: typeof pg = createRequire(import.meta.url)('pg');
  const sockets = new Set<Socket>();
  const pool = new driver.Pool({
    Client: namingClient(driver),
    connectionString: url,
    application_name: 'not-terrible',
    max: poolSize,
    // Includes the wait for a free connection, which a burst of votes can prolong.
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 15_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    ...(!isFlushed && { options: '-c synchronous_commit=off' }),
    types: { getTypeParser: typeParsers(driver) },
    stream: () => {
      const socket = new Socket();
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      return socket;
    },
  });
  // Without these handlers a broken connection, idle or in use, would end the process.
  pool.on('error', onLost);
  pool.on('connect', (client) => client.on('error', () => {}));

  let listener: ChangeListener | undefined;
  const listen = (handlers: ChangeHandlers): ChangeListener => {
    const created = new ChangeListener(
      (stream) =>
        new driver.Client({
          stream,
          connectionString: url,
          application_name: 'not-terrible listening',
          connectionTimeoutMillis: connectMs,
          statement_timeout: connectMs,
          keepAlive: true,
        }),
      {
        ...handlers,
        // A host that vanished sends no reset: without this its connections would hang for many minutes.
        unreachable: () => {
          for (const socket of sockets) socket.destroy();
        },
      },
    );
    pool.on('connect', () => created.retryNow());
    listener = created;
    return created;
  };

  /** Fails fast while connecting times out; the listener notices when the database is back. */
  const connections: PostgresPool = {
    connect: () => (listener?.timesOut ? Promise.reject(new ConnectionTimeout()) : pool.connect()),
    end: () => pool.end(),
    options: pool.options,
  };
  return { pool, connections, listen };
}

class ConnectionTimeout extends Error {
  readonly code = 'ETIMEDOUT';
  override readonly message = databaseNotAnswering;
}

export function withoutPassword(url: string): string {
  const safe = new URL(url);
  safe.password = '';
  safe.search = '';
  return safe.href;
}

const asNumber = (value: string): number => Number(value);
const asIso = (value: string): string => new Date(value).toISOString();
const asText = (value: string): string => value;

/** Both databases return the same JavaScript values: numbers, ISO dates, JSON as text. */
function typeParsers({ types }: typeof pg) {
  const parsers = new Map<number, (value: string) => unknown>([
    [types.builtins.INT8, asNumber],
    [types.builtins.NUMERIC, asNumber],
    [types.builtins.TIMESTAMPTZ, asIso],
    [types.builtins.JSON, asText],
  ]);
  return (oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? types.getTypeParser(oid, format as 'text');
}
