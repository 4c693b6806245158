import type { DeleteResult, SelectQueryBuilder, UpdateResult } from 'kysely';

type Query<Result> = { executeTakeFirstOrThrow(): Promise<Result> };

export const deletedRows = async (query: Query<DeleteResult>): Promise<number> =>
  Number((await query.executeTakeFirstOrThrow()).numDeletedRows);

export const updatedRows = async (query: Query<UpdateResult>): Promise<number> =>
  Number((await query.executeTakeFirstOrThrow()).numUpdatedRows);

/** Whether there is a row. */
export const isFound = async (query: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> =>
  (await query.executeTakeFirst()) !== undefined;

/** How many rows a query finds that selects nothing yet. */
export async function countRows<Database, Tables extends keyof Database>(
  query: SelectQueryBuilder<Database, Tables, object>,
): Promise<number> {
  const row: unknown = await query.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow();
  return Number((row as { total: number }).total);
}
