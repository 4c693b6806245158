import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type LimitNode,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { isBusy } from './database-errors.ts';
import { ForeignChanges } from './foreign-changes.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { SqliteLocation } from './sqlite-location.ts';
import { WalFlush } from './wal-flush.ts';

type SqliteOptions = {
  /** How long a write waits for another process. Outside of a transaction nothing else runs in this one meanwhile. */
  busyMs: number;
  /** Whether a commit is acknowledged only once it is on disk. */
  isFlushed: boolean;
  pragmas: string;
};

/** Between two attempts to begin a transaction. */
const maxPauseMs = 8;

const defaults: SqliteOptions = { busyMs: 5_000, isFlushed: true, pragmas: '' };

/** Kysely over node:sqlite: one connection, which transactions use one at a time. */
export function nodeSqlite(
  file: string,
  options: Partial<SqliteOptions> = {},
): { dialect: Dialect; version(): unknown } {
  const driver = new NodeSqliteDriver(file, { ...defaults, ...options });
  return {
    dialect: {
      createAdapter: () => new NodeSqliteAdapter(driver),
      createDriver: () => driver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new NodeSqliteCompiler(),
    },
    version: () => driver.version(),
  };
}

/**
 * SQLite plans a statement again at each call when its limit is a bare parameter, which takes longer than most queries. It
 * cannot evaluate a sum while planning, so `+ 0` keeps the plan.
 */
class NodeSqliteCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    super.visitLimit(node);
    this.append(' + 0');
  }
}

/** Gives access to the driver, because Kysely exposes the adapter of a database handle but not its driver. */
export class NodeSqliteAdapter extends SqliteAdapter {
  readonly #driver: NodeSqliteDriver;

  constructor(driver: NodeSqliteDriver) {
    super();
    this.#driver = driver;
  }

  /**
   * Kysely would otherwise hold its own lock until the flush of a commit ends, so that no two commits could share one. Leases of
   * the driver already make transactions follow each other.
   */
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  hasMoved(): boolean {
    return this.#driver.location?.hasMoved() ?? false;
  }

  /** Runs a query synchronously outside any transaction; null while a transaction uses the connection, and for writes. */
  readNow<Row>(query: CompiledQuery<Row>): Row[] | null {
    return this.#driver.idleConnection?.readNow<Row>(query) ?? null;
  }
}

/** Whether the file of this database was moved, replaced or deleted since it was opened. */
export function hasMoved(db: Pick<Kysely<never>, 'getExecutor'>): boolean {
  const { adapter } = db.getExecutor();
  return adapter instanceof NodeSqliteAdapter && adapter.hasMoved();
}

class NodeSqliteDriver implements Driver {
  readonly #file: string;
  readonly #options: SqliteOptions;
  location: SqliteLocation | undefined;
  #database: DatabaseSync | undefined;
  #connection: SqliteConnection | undefined;
  #changes: ForeignChanges | undefined;
  #flush: WalFlush | undefined;
  /** Who uses the connection. */
  #lease: Lease | undefined;
  /** Whether the lease waits for another process, and has not begun its transaction. */
  #isWaiting = false;

  constructor(file: string, options: SqliteOptions) {
    this.#file = file;
    this.#options = options;
  }

  async init(): Promise<void> {
    const { busyMs, isFlushed, pragmas } = this.#options;
    const database = new DatabaseSync(this.#file, { timeout: busyMs });
    this.#database = database;
    // FULL where there is no write-ahead log, as on file systems without shared memory.
    database.exec(
      `pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma temp_store = memory; pragma cache_size = -16000; ${pragmas}`,
    );
    if (this.#file !== ':memory:') this.location = new SqliteLocation(this.#file);
    if (this.location && database.prepare('pragma journal_mode').get()?.journal_mode === 'wal') {
      // A commit would otherwise wait for the disk here, on the event loop and with the lock that other processes wait for.
      database.exec('pragma synchronous = normal');
      if (isFlushed) this.#flush = new WalFlush(this.location.log, () => checkpoint(database));
    }
    this.#changes = new ForeignChanges(database);
    this.#connection = new SqliteConnection(database, this.location);
  }

  /** Changes when another process changed what readers see. */
  version(): unknown {
    return this.#changes?.count();
  }

  /** Undefined while a transaction uses it. */
  get idleConnection(): SqliteConnection | undefined {
    return this.#lease && !this.#isWaiting ? undefined : this.#connection;
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    while (this.#lease) await this.#lease.ended;
    if (!this.#connection) throw new Error('The database is not open.');
    this.#lease = new Lease(this.#connection, this.#flush);
    return this.#lease;
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // IMMEDIATE waits for other processes at the beginning instead of failing at the first write.
    const deadline = performance.now() + this.#options.busyMs;
    for (let pauseMs = 1; !(await this.#hasBegun(connection, deadline)); pauseMs *= 2) {
      this.#isWaiting = true;
      await wait(Math.min(pauseMs, maxPauseMs)).finally(() => {
        this.#isWaiting = false;
      });
    }
    this.#changes?.begun();
  }

  /** False while another process writes: SQLite itself would wait for it on the event loop, and with it all readers. */
  async #hasBegun(connection: DatabaseConnection, deadline: number): Promise<boolean> {
    this.#database?.exec('pragma busy_timeout = 0');
    try {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'));
      return true;
    } catch (error) {
      if (isBusy(error) && performance.now() < deadline) return false;
      throw error;
    } finally {
      this.#database?.exec(`pragma busy_timeout = ${this.#options.busyMs}`);
    }
  }

  /** The next transaction begins while this one waits for the disk: their flush is shared. */
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    this.#changes?.commit(() => this.#connection?.execute(CompiledQuery.raw('commit')));
    await this.releaseConnection(connection);
    await this.#flush?.flushed();
  }

  /** After a flush that failed there is nothing to roll back, and the connection may be in another transaction. */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#lease === connection && this.#connection?.isInTransaction)
      await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (this.#lease !== connection) return;
    const lease = this.#lease;
    this.#lease = undefined;
    lease.end();
  }

  async destroy(): Promise<void> {
    this.#flush?.close();
    this.#connection?.close();
  }
}

/** Moves everything from the write-ahead log into the file; both are flushed. */
function checkpoint(database: DatabaseSync): void {
  const { busy } = database.prepare('pragma wal_checkpoint(truncate)').get() as { busy: number };
  if (busy) throw new Error('Another process reads the write-ahead log.');
}

/** The right to use the one connection, until it is given back. */
class Lease implements DatabaseConnection {
  readonly #connection: SqliteConnection;
  readonly #flush: WalFlush | undefined;
  readonly #end = Promise.withResolvers<void>();
  readonly ended = this.#end.promise;
  #hasEnded = false;

  constructor(connection: SqliteConnection, flush: WalFlush | undefined) {
    this.#connection = connection;
    this.#flush = flush;
  }

  end(): void {
    this.#hasEnded = true;
    this.#end.resolve();
  }

  /** A write outside of a transaction is on disk when its promise resolves. */
  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#hasEnded) throw new Error('The transaction has ended.');
    const { result, isCommitted } = this.#connection.execute<Row>(query);
    if (isCommitted) await this.#flush?.flushed();
    return result;
  }

  // biome-ignore lint/correctness/useYield: no query streams its rows
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming is not supported.');
  }
}
