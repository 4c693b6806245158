import type { CompiledQuery } from 'kysely';
import { dialectOf } from './dialect.ts';
import type { Db } from './open.ts';
import { NodeSqliteAdapter } from './sqlite.ts';

/** Stands for an argument while a query is put together. */
class Argument {
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
}

/**
 * A query that is put together once for each kind of database: for what every page asks, that costs more than the
 * answer. `build` gets a placeholder for each argument and may only hand it on as a value.
 */
export function prepared<Arguments extends readonly unknown[], Row>(
  build: (db: Db, ...values: Arguments) => { compile(): CompiledQuery<Row> },
): (db: Db, ...values: Arguments) => Promise<Row[]> {
  const compiled = new Map<string, CompiledQuery<Row>>();
  return async (db, ...values) => {
    const { kind } = dialectOf(db);
    let query = compiled.get(kind);
    if (!query) {
      const placeholders = values.map((_, index) => new Argument(index)) as unknown as Arguments;
      query = build(db, ...placeholders).compile();
      compiled.set(kind, query);
    }
    const parameters = query.parameters.map((value) =>
      value instanceof Argument ? values[value.index] : value,
    );
    const filled = { ...query, parameters };
    const { adapter } = db.getExecutor();
    // SQLite answers at once; the way through Kysely's queue would take longer than the answer.
    const now =
      !db.isTransaction && adapter instanceof NodeSqliteAdapter ? adapter.readNow<Row>(filled) : null;
    return now ?? (await db.executeQuery<Row>(filled)).rows;
  };
}
