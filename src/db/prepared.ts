import type { CompiledQuery, DatabaseConnection, QueryExecutor } from 'kysely';
import { type Dialect, dialectOf } from './dialect.ts';
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
  const known = connections.get(executor);
  if (known) return known;
  const connection = await executor.provideConnection(async (provided) => provided);
  connections.set(executor, connection);
  return connection;
}

/**
 * A query that is compiled once per dialect, for queries of every page, comment and vote: compiling them takes longer than
 * running them.
 * `build` receives a placeholder for each argument and may only pass it on as a value.
 */
export function prepared<Arguments extends readonly unknown[], Row>(
  build: (db: Db, ...values: Arguments) => { compile(): CompiledQuery<Row> },
): (db: Db, ...values: Arguments) => Promise<Row[]> {
  const compiled = new Map<Dialect, CompiledQuery<Row>>();
  return async (db, ...values) => {
    const dialect = dialectOf(db);
    let query = compiled.get(dialect);
    if (!query) {
      const placeholders = values.map((_, index) => new Argument(index)) as unknown as Arguments;
      query = build(db, ...placeholders).compile();
      compiled.set(dialect, query);
    }
    const parameters = query.parameters.map((value) =>
      value instanceof Argument ? values[value.index] : value,
    );
    const filled = { ...query, parameters };
    const executor = db.getExecutor();
    const { adapter } = executor;
    // SQLite answers synchronously; Kysely's connection queue would take longer than the query.
    if (adapter instanceof NodeSqliteAdapter) {
      if (db.isTransaction) return (await (await connectionOf(executor)).executeQuery<Row>(filled)).rows;
      const now = adapter.readNow<Row>(filled);
      if (now) return now;
    }
    return (await db.executeQuery<Row>(filled)).rows;
  };
}
