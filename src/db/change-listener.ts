import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { isOutOfReach } from './dialect.ts';

export const changesChannel = 'not_terrible_changes';

/** Who wants to know what other processes change. */
export type Ears = {
  /** These are out of date; where `mayLag`, a second later will do. */
  changed(keys: readonly string[], mayLag: boolean): void;
  /** Anything may have changed meanwhile. */
  missed(): void;
  /** The database cannot be reached: whoever waits for an answer waits in vain. */
  away?(): void;
  trouble?(message: string, error: unknown): void;
};

/**
 * Whether changes are heard: `sure`; `unsure` when the ear is gone although the database may be there and others may write
 * to it; `away` when the database itself cannot be reached from here.
 */
export type Hearing = 'sure' | 'unsure' | 'away';

const beatMs = 1_000;
const beatLimitMs = 5_000;
/** A process that was held up for so long may have lost its connection without knowing. */
const believedMs = 10_000;
const longestPauseMs = 1_000;
/** How long pages may be shown of which nobody knows whether they changed. */
const unheardLimitMs = 120_000;

/**
 * Listens on a connection of its own to what transactions tell when they commit. It asks every second whether the
 * connection still lives and listens; once lost it is opened again, and then everything counts as missed.
 */
export class ChangeListener {
  readonly #connect: () => pg.Client;
  readonly #ears: Ears;
  readonly #stopped = new AbortController();
  #wake = new AbortController();
  #client: pg.Client | undefined;
  #hearing: Hearing = 'unsure';
  #silent = false;
  #heardAt = 0;
  #leads = false;
  #running: Promise<void> = Promise.resolve();

  constructor(connect: () => pg.Client, ears: Ears) {
    this.#connect = connect;
    this.#ears = ears;
  }

  get hearing(): Hearing {
    const stalled = this.#hearing === 'sure' && performance.now() - this.#heardAt > believedMs;
    return stalled ? 'unsure' : this.#hearing;
  }

  /** Whether nobody answers at all: a new connection would be waited for in vain, not refused. */
  get isSilent(): boolean {
    return this.#silent;
  }

  /** Resolves after the first try; what failed is tried again by itself. */
  start(): Promise<void> {
    return new Promise((resolve) => {
      this.#running = this.#run(resolve);
    });
  }

  /** The database was reached just now: no reason to wait any longer. */
  hurry(): void {
    if (this.#hearing !== 'sure') this.#wake.abort();
  }

  /** Whether this process is the one of all that share the database that does what one must do. */
  async leads(): Promise<boolean> {
    // Where nobody can listen nobody would ever lead.
    if (this.#heardAt === 0) return true;
    if (this.#leads || this.#hearing !== 'sure') return this.#leads;
    const client = this.#client;
    const answer = await client?.query<{ mine: boolean }>(
      `select pg_try_advisory_lock(hashtext('chores'), hashtext(current_schema())) as mine`,
    );
    this.#leads = client === this.#client && answer?.rows[0]?.mine === true;
    return this.#leads;
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    this.#wake.abort();
    await this.#running;
  }

  async #run(tried: () => void): Promise<void> {
    let pause = 0;
    let lostAt = 0;
    while (!this.#stopped.signal.aborted) {
      const lost = await this.#listen(() => {
        pause = 0;
        lostAt = 0;
        tried();
      });
      if (this.#stopped.signal.aborted) break;
      this.#hearing = isOutOfReach(lost.error) && !lost.wasListening ? 'away' : 'unsure';
      this.#silent = this.#hearing === 'away' && isTimeout(lost.error);
      if (lostAt === 0) {
        lostAt = performance.now();
        this.#ears.trouble?.('Changes by other processes are not heard for now.', lost.error);
      }
      if (performance.now() - lostAt > unheardLimitMs) this.#ears.missed();
      if (this.#hearing === 'away') this.#ears.away?.();
      tried();
      this.#wake = new AbortController();
      await wait(pause * (0.5 + Math.random() / 2), undefined, { signal: this.#wake.signal }).catch(() => {});
      pause = Math.min(longestPauseMs, pause * 2 || 50);
    }
  }

  /** Listens until the connection is lost; tells why. */
  async #listen(begun: () => void): Promise<{ error: unknown; wasListening: boolean }> {
    const client = this.#connect();
    const lost = new AbortController();
    client.on('error', (error) => lost.abort(error));
    client.on('end', () => lost.abort(new Error('Connection terminated')));
    client.on('notification', ({ payload = '*' }) => this.#hear(payload));
    const end = () => destroy(client);
    this.#stopped.signal.addEventListener('abort', end);
    try {
      await client.connect();
      await client.query(`listen ${changesChannel}`);
      // Only now is everything that is told also heard; what was told before is not known.
      this.#ears.missed();
      this.#client = client;
      this.#heardAt = performance.now();
      this.#hearing = 'sure';
      this.#silent = false;
      begun();
      for (;;) {
        await beat(client);
        this.#heardAt = performance.now();
        await wait(beatMs, undefined, { signal: lost.signal });
      }
    } catch (error) {
      return {
        error: lost.signal.aborted ? lost.signal.reason : error,
        wasListening: this.#client === client,
      };
    } finally {
      this.#stopped.signal.removeEventListener('abort', end);
      this.#client = undefined;
      this.#leads = false;
      destroy(client);
    }
  }

  #hear(payload: string): void {
    if (payload === '*') this.#ears.missed();
    else if (payload.startsWith('~')) this.#ears.changed([payload.slice(1)], true);
    else this.#ears.changed([payload], false);
  }
}

/** Fails when no answer comes, or when somebody between us and the database gave us another of its sessions. */
async function beat(client: pg.Client): Promise<void> {
  const answered = new AbortController();
  const asked = client.query<{ channel: string }>('select pg_listening_channels() as channel');
  try {
    const answer = await Promise.race([
      asked,
      wait(beatLimitMs, undefined, { signal: answered.signal }).then(() => null),
    ]);
    if (!answer) throw new Error('timeout expired');
    if (!answer.rows.some(({ channel }) => channel === changesChannel))
      throw new Error('The session does not listen: a pooler must hand out whole sessions.');
  } finally {
    asked.catch(() => {});
    answered.abort();
  }
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message === 'timeout expired' || ('code' in error && error.code === 'ETIMEDOUT'));

/** Ends a connection that may be dead, so without a farewell that somebody would have to read. */
function destroy(client: pg.Client): void {
  client.on('error', () => {});
  client.connection.stream.destroy();
}
