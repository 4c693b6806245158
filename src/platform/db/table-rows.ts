import { hash } from 'node:crypto';
import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { ColumnKind, Table } from './catalog.ts';
import { dialectOf } from './dialect.ts';
import type { Db } from './open.ts';

export type Row = Record<string, unknown>;

/** Target size of a batch: large enough to be fast, small enough for a machine with little memory. */
const batchCharacters = 4_000_000;
const maxBatchRows = 1_000;

/**
 * The rows of a table in key order, in batches, starting after `key`; with `only`, those that meet this condition. A table
 * without a key is a single batch.
 */
export async function* batches(
  db: Db,
  table: Table,
  key: readonly unknown[] | null,
  only: RawBuilder<unknown> = sql`1 = 1`,
): AsyncGenerator<Row[]> {
  if (table.key.length === 0) {
    const { rows } = await sql<Row>`select * from ${sql.table(table.name)} where ${only}`.execute(db);
    if (rows.length > 0) yield rows;
    return;
  }
  const columns = sql.join(table.key.map((name) => sql.ref(name)));
  let size = 50;
  for (let last = key; ; ) {
    const after = last ? sql`and (${columns}) > (${sql.join(last)})` : sql``;
    const { rows } =
      await sql<Row>`select * from ${sql.table(table.name)} where ${only} ${after} order by ${columns} limit ${size}`.execute(
        db,
      );
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    last = keyOf(table, rows.at(-1) ?? {});
    const averageSize = rows.reduce((sum, row) => sum + sizeOf(row), 0) / rows.length;
    size = Math.max(1, Math.min(maxBatchRows, Math.floor(batchCharacters / averageSize)));
  }
}

export const keyOf = (table: Table, row: Row): unknown[] => table.key.map((name) => row[name]);

function sizeOf(row: Row): number {
  let size = 0;
  for (const name in row) {
    const value = row[name];
    size += typeof value === 'string' || value instanceof Uint8Array ? value.length : 8;
  }
  return size;
}

export async function insertRows(db: Db, table: Table, rows: readonly Row[]): Promise<void> {
  const { rowsPerStatement, parameter } = dialectOf(db).insert;
  const width = table.columns.length;
  const chunkSize = rowsPerStatement(width);
  const names = table.columns.map(({ name }) => `"${name}"`).join(', ');
  for (let from = 0; from < rows.length; from += chunkSize) {
    const chunk = rows.slice(from, from + chunkSize);
    const values = chunk.map(
      (_, row) => `(${table.columns.map((_, column) => parameter(row * width + column + 1)).join(', ')})`,
    );
    await db.executeQuery(
      CompiledQuery.raw(
        `insert into "${table.name}" (${names}) values ${values.join(', ')}`,
        chunk.flatMap((row) => table.columns.map(({ name, kind }) => asStored(row[name], kind))),
      ),
    );
  }
}

/** PostgreSQL's driver parses JSON columns into objects but expects text when it writes them. */
const asStored = (value: unknown, kind: ColumnKind): unknown =>
  kind === 'json' && value !== null && typeof value === 'object' ? JSON.stringify(value) : value;

export type Checksum = { rows: number; sum: string };

/** Count and checksum of a table's rows, independent of the database and of their order. */
export async function checksumOf(
  db: Db,
  table: Table,
  counted: (rows: number) => void = () => {},
): Promise<Checksum> {
  const columns = table.columns.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  let rows = 0;
  let sum = 0n;
  for await (const batch of batches(db, table, null)) {
    for (const row of batch) {
      const text = JSON.stringify(columns.map(({ name, kind }) => canonical(row[name], kind)));
      // Added instead of XORed, because equal rows would cancel each other out.
      sum = BigInt.asUintN(256, sum + BigInt(`0x${hash('sha256', text)}`));
    }
    rows += batch.length;
    counted(batch.length);
  }
  return { rows, sum: sum.toString(16).padStart(64, '0') };
}

function canonical(value: unknown, kind: ColumnKind): unknown {
  if (value === null || value === undefined) return null;
  if (kind === 'date') return isIso(value) ? value : new Date(value as string).toISOString();
  if (kind === 'json') return sorted(typeof value === 'string' ? JSON.parse(value) : value);
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('hex') };
  if (typeof value === 'boolean' || typeof value === 'bigint') return Number(value);
  return value;
}

/** Skips parsing for the form in which nearly all dates are stored. */
const isIso = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value);

/** PostgreSQL reorders the fields of a jsonb object. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, field]) => [name, sorted(field)]));
}
