import type { Db } from './open.ts';
import { NodeSqliteAdapter } from './sqlite.ts';

type Memo = { version: unknown; results: Map<string, unknown> };

const memos = new WeakMap<Db, Memo>();
const mostResults = 1_000;

/**
 * Reads what every comment needs only once, until some content changes: the version of the content is read instead, which any
 * process increases in the transaction that changes a table that is not private (`content-version.ts`). Every caller
 * gets the same result, so it must not be changed. PostgreSQL has no such version, and neither has an open transaction.
 */
export async function readUnlessKnown<Result>(
  db: Db,
  name: string,
  read: (db: Db) => Promise<Result>,
): Promise<Result> {
  const { adapter } = db.getExecutor();
  const version = adapter instanceof NodeSqliteAdapter ? adapter.contentVersion() : undefined;
  if (version === undefined) return read(db);
  let memo = memos.get(db);
  if (memo?.version !== version || memo.results.size >= mostResults) {
    memo = { version, results: new Map() };
    memos.set(db, memo);
  }
  const { results } = memo;
  if (results.has(name)) return results.get(name) as Result;
  const result = await read(db);
  results.set(name, result);
  return result;
}
