import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
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
import { SqliteLocation } from './sqlite-location.ts';
import { WalFlush } from './wal-flush.ts';

const maxCachedStatements = 500;

type SqliteOptions = {
  /** How long a write waits for another process, while nothing else runs in this one. */
  busyMs: number;
  /** Whether a commit is acknowledged only once it is on disk. */
  isFlushed: boolean;
  pragmas: string;
};

const durable: SqliteOptions = { busyMs: 5_000, isFlushed: true, pragmas: '' };

/** Kysely over node:sqlite: one connection, which transactions use one at a time. */
export function nodeSqlite(
  file: string,
  options: SqliteOptions = durable,
): { dialect: Dialect; version(): unknown } {
  const driver = new NodeSqliteDriver(file, options);
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

  /** Increases with every change of content, by any process; undefined while a transaction uses the connection. */
  contentVersion(): unknown {
    return this.#driver.idleConnection && this.#driver.contentVersion();
  }

  get runningFlush(): Promise<void> | undefined {
    return this.#driver.runningFlush;
  }

  /** How many statements that write were run so far; null while there is no transaction. */
  get writes(): number | null {
    return this.#driver.writes;
  }

  /** Runs a query synchronously on the connection of a transaction: no promise is made for each of its queries. */
  runInTransaction<Row>(connection: DatabaseConnection, query: CompiledQuery<Row>): QueryResult<Row> {
    return (connection as Lease).run<Row>(query).result;
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

/** How many statements that write were run on the connection of a transaction so far; null if it is not open any more. */
export function writesIn(tx: Pick<Kysely<never>, 'getExecutor'>): number | null {
  const { adapter } = tx.getExecutor();
  return adapter instanceof NodeSqliteAdapter ? adapter.writes : null;
}

/** Resolves when the running flush of earlier commits has ended; undefined while none is running. */
export function runningFlush(db: Pick<Kysely<never>, 'getExecutor'>): Promise<void> | undefined {
  const { adapter } = db.getExecutor();
  return adapter instanceof NodeSqliteAdapter ? adapter.runningFlush : undefined;
}

class NodeSqliteDriver implements Driver {
  readonly #file: string;
  readonly #options: SqliteOptions;
  location: SqliteLocation | undefined;
  #database: DatabaseSync | undefined;
  #connection: NodeSqliteConnection | undefined;
  #version: StatementSync | undefined;
  #content: StatementSync | undefined;
  /** When changes by other processes were last looked for. */
  #seen: { data: unknown; content: unknown } = { data: undefined, content: undefined };
  #foreignChanges = 0;
  #flush: WalFlush | undefined;
  /** Who uses the connection. */
  #lease: Lease | undefined;

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
    this.#connection = new NodeSqliteConnection(database, this.location);
  }

  /** Changes when another process changed what readers see; costs a few microseconds. */
  version(): unknown {
    this.#version ??= this.#database?.prepare('pragma data_version');
    const data = this.#version?.get()?.data_version;
    if (data === this.#seen.data) return this.#foreignChanges;
    const content = this.contentVersion() ?? data;
    if (content !== this.#seen.content) this.#foreignChanges++;
    this.#seen = { data, content };
    return this.#foreignChanges;
  }

  /** Undefined in a database without the table, where every commit counts as a change of content. */
  contentVersion(): unknown {
    try {
      this.#content ??= this.#database?.prepare('select version from content_version');
      return this.#content?.get()?.version;
    } catch (error) {
      if (/no such table/.test(String(error))) return undefined;
      throw error;
    }
  }

  get runningFlush(): Promise<void> | undefined {
    return this.#flush?.running;
  }

  get writes(): number | null {
    return this.#database?.isTransaction ? (this.#connection?.writes ?? null) : null;
  }

  get idleConnection(): NodeSqliteConnection | undefined {
    return this.#lease ? undefined : this.#connection;
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    while (this.#lease) await this.#lease.ended;
    if (!this.#connection) throw new Error('The database is not open.');
    this.#lease = new Lease(this.#connection, this.#flush);
    return this.#lease;
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // IMMEDIATE waits for other processes at the beginning instead of failing at the first write.
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    // Until the commit no other process can write, so what the version grows by is this transaction's own.
    if (this.#seen.data !== undefined) this.version();
  }

  /** The next transaction begins while this one waits for the disk: their flush is shared. */
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const own = this.#seen.data === undefined ? undefined : this.contentVersion();
    (connection as Lease).commit();
    if (own !== undefined) this.#seen.content = own;
    await this.releaseConnection(connection);
    await this.#flush?.flushed();
  }

  /** After a flush that failed there is nothing to roll back, and the connection may be in another transaction. */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#lease === connection && this.#database?.isTransaction)
      await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (this.#lease !== connection) return;
    const lease = this.#lease;
    this.#lease = undefined;
    lease.end();
  }

  async destroy(): Promise<void> {
    this.#connection?.clearStatements();
    this.#version = undefined;
    this.#content = undefined;
    this.#flush?.close();
    this.#database?.close();
  }
}

/** Moves everything from the write-ahead log into the file; both are flushed. */
function checkpoint(database: DatabaseSync): void {
  const { busy } = database.prepare('pragma wal_checkpoint(truncate)').get() as { busy: number };
  if (busy) throw new Error('Another process reads the write-ahead log.');
}

/** The right to use the one connection, until it is given back. */
class Lease implements DatabaseConnection {
  readonly #connection: NodeSqliteConnection;
  readonly #flush: WalFlush | undefined;
  readonly ended: Promise<void>;
  readonly #end: () => void;
  #hasEnded = false;

  constructor(connection: NodeSqliteConnection, flush: WalFlush | undefined) {
    this.#connection = connection;
    this.#flush = flush;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#end = resolve;
  }

  end(): void {
    this.#hasEnded = true;
    this.#end();
  }

  /** Without a flush. */
  commit(): void {
    this.#connection.executeNow(CompiledQuery.raw('commit'));
  }

  /** A write outside of a transaction is on disk when its promise resolves. */
  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { result, isCommitted } = this.run<Row>(query);
    if (isCommitted) await this.#flush?.flushed();
    return result;
  }

  run<Row>(query: CompiledQuery): { result: QueryResult<Row>; isCommitted: boolean } {
    if (this.#hasEnded) throw new Error('The transaction has ended.');
    return this.#connection.executeNow<Row>(query);
  }

  // biome-ignore lint/correctness/useYield: no query streams its rows
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming is not supported.');
  }
}

/** `returnsRows` is cached because `columns()` is slow. A statement that returns rows may write as well. */
type Prepared = { statement: StatementSync; returnsRows: boolean; writes: boolean };

const readOnly = /^\s*(select|pragma|rollback)\b/i;

class NodeSqliteConnection {
  readonly #database: DatabaseSync;
  readonly #location: SqliteLocation | undefined;
  readonly #statements = new Map<string, Prepared>();
  /** How many statements that write were run, whether they succeeded or not. */
  writes = 0;

  constructor(database: DatabaseSync, location: SqliteLocation | undefined) {
    this.#database = database;
    this.#location = location;
  }

  /**
   * Fails a write if the file was moved before or during it; for a transaction this is checked at its end. Says whether
   * something was written that no transaction is still open for.
   */
  executeNow<Row>(query: CompiledQuery): { result: QueryResult<Row>; isCommitted: boolean } {
    const { writes } = this.#prepare(query.sql);
    if (writes) this.writes++;
    if (writes && (!this.#database.isTransaction || query.sql === 'commit')) this.#location?.requireUnmoved();
    const result = this.#execute<Row>(query);
    const isCommitted = writes && !this.#database.isTransaction;
    if (isCommitted) this.#location?.requireUnmoved();
    return { result, isCommitted };
  }

  #execute<Row>(query: CompiledQuery): QueryResult<Row> {
    const { statement, returnsRows } = this.#prepare(query.sql);
    if (returnsRows) return { rows: this.read<Row>(query) };
    const { changes, lastInsertRowid } = statement.run(...query.parameters.map(toSqlite));
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  read<Row>({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): Row[] {
    return this.#prepare(sql).statement.all(...parameters.map(toSqlite)) as Row[];
  }

  /** Null for a statement that writes, which has to be flushed. */
  readNow<Row>(query: CompiledQuery): Row[] | null {
    return this.#prepare(query.sql).writes ? null : this.read<Row>(query);
  }

  clearStatements(): void {
    this.#statements.clear();
  }

  #prepare(text: string): Prepared {
    const known = this.#statements.get(text);
    if (known) return known;
    const statement = this.#database.prepare(text);
    // FTS5 uses row ids beyond the safe integers, and later statements still report the last one.
    const returnsRows = statement.columns().length > 0;
    if (!returnsRows) statement.setReadBigInts(true);
    if (this.#statements.size >= maxCachedStatements) this.#statements.clear();
    const prepared = { statement, returnsRows, writes: !readOnly.test(text) };
    this.#statements.set(text, prepared);
    return prepared;
  }
}

/** node:sqlite would treat a Date as an object of named parameters and store NULL. */
function toSqlite(value: unknown): SQLInputValue {
  if (value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.toISOString();
  return value as SQLInputValue;
}
