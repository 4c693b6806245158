import type { CompiledQuery } from 'kysely';
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

/**
 * A query that is compiled once per dialect, and planned once per connection, for queries of every page, comment and vote:
 * both take longer than running them.
 * `build` receives a placeholder for each argument and may only pass it on as a value.
 */
export function prepared<Arguments extends readonly unknown[], Row>(
  build: (db: Db, ...values: Arguments) => { compile(): CompiledQuery<Row> },
): (db: Db, ...values: Arguments) => Promise<Row[]> {
  const compiled = new Map<Dialect, CompiledQuery<Row>>();
  return async (db, ...values) => {
    const dialect = dialectOf(db);
    let known = compiled.get(dialect);
    if (!known) {
      const placeholders = values.map((_, index) => new Argument(index)) as unknown as Arguments;
      known = build(db, ...placeholders).compile();
      compiled.set(dialect, known);
      if (dialect.kind === 'postgres') nameStatement(known.sql);
    }
    const parameters = known.parameters.map((value) =>
      value instanceof Argument ? values[value.index] : value,
    );
    const query = { ...known, parameters };
    const { adapter } = db.getExecutor();
    // SQLite answers synchronously; Kysely's connection queue would take longer than the query.
    const now =
      adapter instanceof NodeSqliteAdapter && !db.isTransaction ? adapter.readNow<Row>(query) : null;
    return now ?? (await db.executeQuery<Row>(query)).rows;
  };
}
