import { Socket } from 'node:net';
import type { PostgresPool } from 'kysely';
import pg from 'pg';
import { ChangeListener, type Ears } from './change-listener.ts';

export type PostgresOptions = { url: string; most: number; onLost: (error: Error) => void };

const connectMs = 5_000;

/** The pool that every query goes through, and the way to hear of changes beside it. */
export function postgres({ url, most, onLost }: PostgresOptions) {
  const sockets = new Set<Socket>();
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'not-terrible',
    max: most,
    // Waiting for a free connection counts, too: a burst of votes may take a while.
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 15_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    types: { getTypeParser },
    stream: () => {
      const socket = new Socket();
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      return socket;
    },
  });
  // A connection that breaks (the server restarts) must not end the process, whether it is in use or not.
  pool.on('error', onLost);
  pool.on('connect', (client) => client.on('error', () => {}));

  let listener: ChangeListener | undefined;
  const listen = (ears: Ears): ChangeListener => {
    const created = new ChangeListener(
      () =>
        new pg.Client({
          connectionString: url,
          application_name: 'not-terrible listening',
          connectionTimeoutMillis: connectMs,
          statement_timeout: connectMs,
          keepAlive: true,
        }),
      {
        ...ears,
        // A machine that vanished says nothing: without this its connections would be waited on for many minutes.
        away: () => {
          for (const socket of sockets) socket.destroy();
        },
      },
    );
    pool.on('connect', () => created.hurry());
    listener = created;
    return created;
  };

  /** Connections for queries. Where nobody answers, nobody waits: the listener finds out when that is over. */
  const connections: PostgresPool = {
    connect: () => (listener?.isSilent ? Promise.reject(new Silence()) : pool.connect()),
    end: () => pool.end(),
    options: pool.options,
  };
  return { pool, connections, listen };
}

class Silence extends Error {
  readonly code = 'ETIMEDOUT';
  override readonly message = 'The database does not answer.';
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
