import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { changesNotReceived } from '../messages/operator.ts';
import { isUnreachable } from './database-errors.ts';

export const changesChannel = 'not_terrible_changes';

/** The first character of a notification about a change that unpublishes nothing, such as a vote or a new comment. */
const harmless = /^[~+]/;

export type ChangeHandlers = {
  /** Invalidates everything that depends on these keys. A harmless change unpublishes nothing. */
  changed(keys: readonly string[], isHarmless: boolean): void;
  /** Notifications were lost, so anything may have changed. */
  missed(): void;
  /** The database is unreachable, so pending queries will not be answered. */
  unreachable?(): void;
  warn?(message: string, error: unknown): void;
};

/**
 * `connected`: every committed change arrives. `disconnected`: the listener's connection is lost, but other processes may
 * still be writing. `unreachable`: the database itself cannot be reached from here.
 */
type ListenerState = 'connected' | 'disconnected' | 'unreachable';

const heartbeatMs = 1_000;
const heartbeatTimeoutMs = 5_000;
/** After a stall of this length the process may have lost its connection without an event that says so. */
const staleAfterMs = 10_000;
const maxBackoffMs = 1_000;
/** How long cached pages may be served while the database answers, but changes are not received. */
const unverifiedLimitMs = 120_000;

/**
 * Receives the notifications that PostgreSQL sends on commit, over a connection of its own. A heartbeat checks every second
 * that the connection is alive and still listening. A lost connection is reopened with backoff, and then everything counts
 * as changed, because notifications are not queued for absent listeners.
 */
export class ChangeListener {
  readonly #connect: (stream: () => Socket) => pg.Client;
  readonly #handlers: ChangeHandlers;
  readonly #stopped = new AbortController();
  #retry = new AbortController();
  #client: pg.Client | undefined;
  #state: ListenerState = 'disconnected';
  #timesOut = false;
  #heartbeatAt = 0;
  #leader = false;
  #running: Promise<void> = Promise.resolve();

  constructor(connect: (stream: () => Socket) => pg.Client, handlers: ChangeHandlers) {
    this.#connect = connect;
    this.#handlers = handlers;
  }

  get state(): ListenerState {
    const stalled = this.#state === 'connected' && performance.now() - this.#heartbeatAt > staleAfterMs;
    return stalled ? 'disconnected' : this.#state;
  }

  /** Whether connecting times out instead of being refused, so that a new connection would only wait. */
  get timesOut(): boolean {
    return this.#timesOut;
  }

  /** Resolves after the first attempt, successful or not; the listener reconnects by itself. */
  start(): Promise<void> {
    return new Promise((resolve) => {
      this.#running = this.#run(resolve);
    });
  }

  /** Ends the backoff, for when another connection has just reached the database. */
  retryNow(): void {
    if (this.#state !== 'connected') this.#retry.abort();
  }

  /** Whether this process holds the lock that makes it the leader among all that share the database. */
  async isLeader(): Promise<boolean> {
    // Behind a pooler that does not support LISTEN no process would ever become the leader.
    if (this.#heartbeatAt === 0) return true;
    if (this.#leader || this.#state !== 'connected') return this.#leader;
    const client = this.#client;
    const answer = await client?.query<{ mine: boolean }>(
      `select pg_try_advisory_lock(hashtext('chores'), hashtext(current_schema())) as mine`,
    );
    this.#leader = client === this.#client && answer?.rows[0]?.mine === true;
    return this.#leader;
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    this.#retry.abort();
    await this.#running;
  }

  async #run(attempted: () => void): Promise<void> {
    let backoffMs = 0;
    let isWarned = false;
    let unverifiedSince: number | null = null;
    while (!this.#stopped.signal.aborted) {
      const lost = await this.#listen(() => {
        backoffMs = 0;
        isWarned = false;
        unverifiedSince = null;
        attempted();
      });
      if (this.#stopped.signal.aborted) break;
      this.#state = isUnreachable(lost.error) && !lost.wasListening ? 'unreachable' : 'disconnected';
      this.#timesOut = this.#state === 'unreachable' && isTimeout(lost.error);
      if (!isWarned) this.#handlers.warn?.(changesNotReceived, lost.error);
      isWarned = true;
      if (this.#state === 'unreachable') {
        // Cached pages are all there is, for as long as the outage lasts.
        unverifiedSince = null;
        this.#handlers.unreachable?.();
      } else {
        unverifiedSince ??= performance.now();
        if (performance.now() - unverifiedSince > unverifiedLimitMs) this.#handlers.missed();
      }
      attempted();
      this.#retry = new AbortController();
      const jittered = backoffMs * (0.5 + Math.random() / 2);
      await wait(jittered, undefined, { signal: this.#retry.signal }).catch(() => {});
      backoffMs = Math.min(maxBackoffMs, backoffMs * 2 || 50);
    }
  }

  /** Listens until the connection is lost, and returns why. */
  async #listen(listening: () => void): Promise<{ error: unknown; wasListening: boolean }> {
    const socket = new Socket();
    const client = this.#connect(() => socket);
    const lost = new AbortController();
    client.on('error', (error) => lost.abort(error));
    client.on('end', () => lost.abort(new Error('Connection terminated')));
    client.on('notification', ({ payload = '*' }) => this.#notify(payload));
    const end = () => destroy(client, socket);
    this.#stopped.signal.addEventListener('abort', end);
    try {
      await client.connect();
      await client.query(`listen ${changesChannel}`);
      // Whatever was committed before LISTEN took effect was not received.
      this.#handlers.missed();
      this.#client = client;
      this.#heartbeatAt = performance.now();
      this.#state = 'connected';
      this.#timesOut = false;
      listening();
      for (;;) {
        await heartbeat(client);
        this.#heartbeatAt = performance.now();
        await wait(heartbeatMs, undefined, { signal: lost.signal });
      }
    } catch (error) {
      return {
        error: lost.signal.aborted ? lost.signal.reason : error,
        wasListening: this.#client === client,
      };
    } finally {
      this.#stopped.signal.removeEventListener('abort', end);
      this.#client = undefined;
      this.#leader = false;
      destroy(client, socket);
    }
  }

  #notify(payload: string): void {
    if (payload === '*') this.#handlers.missed();
    else {
      this.#handlers.changed([payload.replace(harmless, '')], harmless.test(payload));
    }
  }
}

/** Fails when there is no reply in time, or when a connection pooler has switched us to a session that does not listen. */
async function heartbeat(client: pg.Client): Promise<void> {
  const answered = new AbortController();
  const query = client.query<{ channel: string }>('select pg_listening_channels() as channel');
  try {
    const answer = await Promise.race([
      query,
      wait(heartbeatTimeoutMs, undefined, { signal: answered.signal }).then(() => null),
    ]);
    if (!answer) throw new Error('timeout expired');
    if (!answer.rows.some(({ channel }) => channel === changesChannel))
      throw new Error('The session does not listen: the connection pooler must use session pooling.');
  } finally {
    query.catch(() => {});
    answered.abort();
  }
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message === 'timeout expired' || ('code' in error && error.code === 'ETIMEDOUT'));

/** Closes the socket without PostgreSQL's termination message, because the other side may be gone. */
function destroy(client: pg.Client, socket: Socket): void {
  client.on('error', () => {});
  socket.destroy();
}
