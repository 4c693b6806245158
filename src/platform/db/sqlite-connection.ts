import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { CompiledQuery, QueryResult } from 'kysely';
import type { SqliteLocation } from './sqlite-location.ts';

const maxCachedStatements = 500;

/** `returnsRows` is cached because `columns()` is slow. A statement that returns rows may write as well. */
type Prepared = { statement: StatementSync; returnsRows: boolean; writes: boolean };

const readOnly = /^\s*(select|pragma|rollback)\b/i;

/** Runs compiled queries synchronously; each text is prepared once. */
export class SqliteConnection {
  readonly #database: DatabaseSync;
  readonly #location: SqliteLocation | undefined;
  readonly #statements = new Map<string, Prepared>();

  constructor(database: DatabaseSync, location: SqliteLocation | undefined) {
    this.#database = database;
    this.#location = location;
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /**
   * Fails a write if the file was moved before or during it; for a transaction this is checked at its end. Says whether
   * something was written that no transaction is still open for.
   */
  execute<Row>(query: CompiledQuery): { result: QueryResult<Row>; isCommitted: boolean } {
    const { writes } = this.#prepare(query.sql);
    if (writes && (!this.isInTransaction || query.sql === 'commit')) this.#location?.requireUnmoved();
    const result = this.#run<Row>(query);
    const isCommitted = writes && !this.isInTransaction;
    if (isCommitted) this.#location?.requireUnmoved();
    return { result, isCommitted };
  }

  /** Null for a statement that writes, which has to be flushed. */
  readNow<Row>(query: CompiledQuery): Row[] | null {
    return this.#prepare(query.sql).writes ? null : (this.#run<Row>(query).rows as Row[]);
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #run<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const { statement, returnsRows } = this.#prepare(sql);
    const values = parameters.map(toSqlite);
    if (returnsRows) return { rows: statement.all(...values) as Row[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  #prepare(text: string): Prepared {
    const known = this.#statements.get(text);
    if (known) return known;
    const statement = this.#database.prepare(text);
    const returnsRows = statement.columns().length > 0;
    // FTS5 uses row ids beyond the safe integers, and later statements still report the last one.
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
