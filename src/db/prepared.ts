import type { CompiledQuery } from 'kysely';
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

/**
 * A query that is compiled once per dialect, for queries of every page: compiling them takes longer than running them.
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
    const { adapter } = db.getExecutor();
    // SQLite answers synchronously; Kysely's connection queue would take longer than the query.
    const now =
      !db.isTransaction && adapter instanceof NodeSqliteAdapter ? adapter.readNow<Row>(filled) : null;
    return now ?? (await db.executeQuery<Row>(filled)).rows;
  };
}
