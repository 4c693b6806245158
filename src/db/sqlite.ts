import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type LimitNode,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';

import { SqliteLocation } from './sqlite-location.ts';

const rememberedStatements = 500;

/** Kysely over node:sqlite: one connection, used by one transaction at a time. */
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
 * SQLite plans a statement anew at each call when its limit is a bare parameter, which takes longer than most answers; of
 * a sum it knows nothing beforehand, and the plan stays.
 */
class NodeSqliteCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    super.visitLimit(node);
    this.append(' + 0');
  }
}

/** Kysely hands its adapter to whoever has a database, and so the way to its driver. */
export class NodeSqliteAdapter extends SqliteAdapter {
  readonly #driver: NodeSqliteDriver;

  constructor(driver: NodeSqliteDriver) {
    super();
    this.#driver = driver;
  }

  /** Whether the file was moved, replaced or deleted since it was opened. */
  hasMoved(): boolean {
    return this.#driver.place?.hasMoved() ?? false;
  }

  /** The rows of a query outside any transaction, at once; null while a transaction has the connection. */
  readNow<Row>(query: CompiledQuery<Row>): Row[] | null {
    return this.#driver.free?.read<Row>(query) ?? null;
  }
}

class NodeSqliteDriver implements Driver {
  readonly #file: string;
  place: SqliteLocation | undefined;
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
    // FULL: with NORMAL an acknowledged commit can be lost in a power cut.
    this.#database.exec(
      'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma temp_store = memory; pragma cache_size = -16000;',
    );
    if (this.#file !== ':memory:') this.place = new SqliteLocation(this.#file);
    this.#connection = new NodeSqliteConnection(this.#database, this.place);
  }

  /** Differs from before once another process has changed the database; costs a few microseconds. */
  version(): unknown {
    this.#version ??= this.#database?.prepare('pragma data_version');
    return this.#version?.get()?.data_version;
  }

  get free(): NodeSqliteConnection | undefined {
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
    // IMMEDIATE waits for other processes at the start instead of failing at the first write.
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
    this.#connection?.forget();
    this.#version = undefined;
    this.#database?.close();
  }
}

/** Whether a statement gives rows is asked once: the answer is long. One that gives rows may write as well. */
type Prepared = { statement: StatementSync; reads: boolean; writes: boolean };

const harmless = /^\s*(select|pragma|rollback)\b/i;

class NodeSqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #place: SqliteLocation | undefined;
  readonly #statements = new Map<string, Prepared>();

  constructor(database: DatabaseSync, place: SqliteLocation | undefined) {
    this.#database = database;
    this.#place = place;
  }

  /** What is written counts only if the file is in its place before and after that; in a transaction, its ends count. */
  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { writes } = this.#prepare(query.sql);
    if (writes && (!this.#database.isTransaction || query.sql === 'commit')) this.#place?.require();
    const result = this.#execute<Row>(query);
    if (writes && !this.#database.isTransaction) this.#place?.require();
    return result;
  }

  #execute<Row>(query: CompiledQuery): QueryResult<Row> {
    const { statement, reads } = this.#prepare(query.sql);
    if (reads) return { rows: this.read<Row>(query) };
    const { changes, lastInsertRowid } = statement.run(...query.parameters.map(toSqlite));
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  read<Row>({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): Row[] {
    return this.#prepare(sql).statement.all(...parameters.map(toSqlite)) as Row[];
  }

  // biome-ignore lint/correctness/useYield: nothing in the product streams rows
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming is not supported.');
  }

  forget(): void {
    this.#statements.clear();
  }

  #prepare(text: string): Prepared {
    const known = this.#statements.get(text);
    if (known) return known;
    const statement = this.#database.prepare(text);
    // The search index hands out row ids beyond what a number holds, and even statements after it report the last one.
    const reads = statement.columns().length > 0;
    if (!reads) statement.setReadBigInts(true);
    if (this.#statements.size >= rememberedStatements) this.#statements.clear();
    const prepared = { statement, reads, writes: !harmless.test(text) };
    this.#statements.set(text, prepared);
    return prepared;
  }
}

/** node:sqlite would take a Date as a bag of named parameters and store NULL. */
function toSqlite(value: unknown): SQLInputValue {
  if (value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.toISOString();
  return value as SQLInputValue;
}
