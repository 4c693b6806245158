import type { CompiledQuery, DatabaseConnection, QueryExecutor } from 'kysely';
import { type Dialect, dialectOf } from './dialect.ts';
import { nameStatement } from './named-statements.ts';
import type { Db } from './open.ts';
import { NodeSqliteAdapter } from './sqlite.ts';

/** Placeholder for an argument while a query is compiled. */
class Argument {
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
}

/** The connections of transactions on SQLite: getting one from Kysely takes longer than most queries. */
const connections = new WeakMap<QueryExecutor, DatabaseConnection>();

async function connectionOf(executor: QueryExecutor): Promise<DatabaseConnection> {
  const connection = await executor.provideConnection(async (provided) => provided);
  connections.set(executor, connection);
  return connection;
}

/**
 * A query that is compiled once per dialect, and planned once per connection, for queries of every page, comment and vote:
 * both take longer than running them.
 * `build` receives a placeholder for each argument and may only pass it on as a value.
 */
export function prepared<Arguments extends readonly unknown[], Row>(
  build: (db: Db, ...values: Arguments) => { compile(): CompiledQuery<Row> },
): (db: Db, ...values: Arguments) => Promise<Row[]> {
  const filled = fillable(build);
  return async (db, ...values) => {
    const query = filled(db, values);
    const executor = db.getExecutor();
    const { adapter } = executor;
    // SQLite answers synchronously; Kysely's connection queue would take longer than the query.
    if (adapter instanceof NodeSqliteAdapter) {
      if (db.isTransaction) {
        const connection = connections.get(executor) ?? (await connectionOf(executor));
        return adapter.runInTransaction<Row>(connection, query).rows;
      }
      const now = adapter.readNow<Row>(query);
      if (now) return now;
    }
    return (await db.executeQuery<Row>(query)).rows;
  };
}

/** Like `prepared`, for an INSERT of one row in a transaction; returns its id. */
export function preparedInsert<Arguments extends readonly unknown[]>(
  build: (
    db: Db,
    ...values: Arguments
  ) => { compile(): CompiledQuery; returning(column: 'id'): { compile(): CompiledQuery<{ id: number }> } },
): (tx: Db, ...values: Arguments) => Promise<number> {
  const returningId = prepared<Arguments, { id: number }>((db, ...values) =>
    build(db, ...values).returning('id'),
  );
  const filled = fillable(build);
  return async (tx, ...values) => {
    const executor = tx.getExecutor();
    const { adapter } = executor;
    // SQLite tells the id of the new row anyway, and RETURNING takes a fifth of the time of the insert.
    if (adapter instanceof NodeSqliteAdapter && tx.isTransaction) {
      const connection = connections.get(executor) ?? (await connectionOf(executor));
      return Number(adapter.runInTransaction(connection, filled(tx, values)).insertId);
    }
    const [row] = await returningId(tx, ...values);
    if (!row) throw new Error('The new row has no id.');
    return row.id;
  };
}

/** Compiles a query once per dialect, and fills in the arguments of each call. */
function fillable<Arguments extends readonly unknown[], Row>(
  build: (db: Db, ...values: Arguments) => { compile(): CompiledQuery<Row> },
): (db: Db, values: Arguments) => CompiledQuery<Row> {
  const compiled = new Map<Dialect, CompiledQuery<Row>>();
  return (db, values) => {
    const dialect = dialectOf(db);
    let query = compiled.get(dialect);
    if (!query) {
      const placeholders = values.map((_, index) => new Argument(index)) as unknown as Arguments;
      query = build(db, ...placeholders).compile();
      compiled.set(dialect, query);
      if (dialect.kind === 'postgres') nameStatement(query.sql);
    }
    const parameters = query.parameters.map((value) =>
      value instanceof Argument ? values[value.index] : value,
    );
    return { ...query, parameters };
  };
}
