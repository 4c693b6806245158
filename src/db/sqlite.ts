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

const maxCachedStatements = 500;

/** Kysely over node:sqlite: one connection, which transactions use one at a time. */
export function nodeSqlite(file: string): { dialect: Dialect; version(): unknown } {
  const driver = new NodeSqliteDriver(file);
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

  hasMoved(): boolean {
    return this.#driver.location?.hasMoved() ?? false;
  }

  /** Runs a query synchronously outside any transaction; null while a transaction uses the connection. */
  readNow<Row>(query: CompiledQuery<Row>): Row[] | null {
    return this.#driver.idleConnection?.read<Row>(query) ?? null;
  }
}

/** Whether the file of this database was moved, replaced or deleted since it was opened. */
export function hasMoved(db: Pick<Kysely<never>, 'getExecutor'>): boolean {
  const { adapter } = db.getExecutor();
  return adapter instanceof NodeSqliteAdapter && adapter.hasMoved();
}

class NodeSqliteDriver implements Driver {
  readonly #file: string;
  location: SqliteLocation | undefined;
  #database: DatabaseSync | undefined;
  #connection: NodeSqliteConnection | undefined;
  #version: StatementSync | undefined;
  #busy: Promise<void> | undefined;
  #release: (() => void) | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  async init(): Promise<void> {
    this.#database = new DatabaseSync(this.#file, { timeout: 5_000 });
    // With synchronous = NORMAL a power cut can lose acknowledged commits.
    this.#database.exec(
      'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma temp_store = memory; pragma cache_size = -16000;',
    );
    if (this.#file !== ':memory:') this.location = new SqliteLocation(this.#file);
    this.#connection = new NodeSqliteConnection(this.#database, this.location);
  }

  /** Changes when another process commits to the database; costs a few microseconds. */
  version(): unknown {
    this.#version ??= this.#database?.prepare('pragma data_version');
    return this.#version?.get()?.data_version;
  }

  get idleConnection(): NodeSqliteConnection | undefined {
    return this.#busy ? undefined : this.#connection;
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    while (this.#busy) await this.#busy;
    this.#busy = new Promise((resolve) => {
      this.#release = resolve;
    });
    if (!this.#connection) throw new Error('The database is not open.');
    return this.#connection;
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // IMMEDIATE waits for other processes at the beginning instead of failing at the first write.
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database?.isTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async releaseConnection(): Promise<void> {
    const release = this.#release;
    this.#busy = undefined;
    this.#release = undefined;
    release?.();
  }

  async destroy(): Promise<void> {
    this.#connection?.clearStatements();
    this.#version = undefined;
    this.#database?.close();
  }
}

/** `returnsRows` is cached because `columns()` is slow. A statement that returns rows may write as well. */
type Prepared = { statement: StatementSync; returnsRows: boolean; writes: boolean };

const readOnly = /^\s*(select|pragma|rollback)\b/i;

class NodeSqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #location: SqliteLocation | undefined;
  readonly #statements = new Map<string, Prepared>();

  constructor(database: DatabaseSync, location: SqliteLocation | undefined) {
    this.#database = database;
    this.#location = location;
  }

  /** Fails a write if the file was moved before or during it; for a transaction this is checked at its end. */
  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { writes } = this.#prepare(query.sql);
    if (writes && (!this.#database.isTransaction || query.sql === 'commit')) this.#location?.requireUnmoved();
    const result = this.#execute<Row>(query);
    if (writes && !this.#database.isTransaction) this.#location?.requireUnmoved();
    return result;
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

  // biome-ignore lint/correctness/useYield: no query streams its rows
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming is not supported.');
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
