import { hash } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import type { Kind, Table } from './catalog.ts';
import { dialectOf } from './dialect.ts';
import type { Db } from './open.ts';

export type Row = Record<string, unknown>;

/** What a batch should weigh: enough to be fast, little enough for a small machine. */
const batchCharacters = 4_000_000;
const mostRows = 1_000;
/** PostgreSQL takes 65,535 values in one statement. */
const mostValues = 32_000;

/**
 * The rows of a table in the order of its key, in batches; after `key` if that is given. A table without a key is one
 * batch.
 */
export async function* batches(db: Db, table: Table, key: readonly unknown[] | null): AsyncGenerator<Row[]> {
  if (table.key.length === 0) {
    const { rows } = await sql<Row>`select * from ${sql.table(table.name)}`.execute(db);
    if (rows.length > 0) yield rows;
    return;
  }
  const columns = sql.join(table.key.map((name) => sql.ref(name)));
  let size = 50;
  for (let last = key; ; ) {
    const after = last ? sql`where (${columns}) > (${sql.join(last)})` : sql``;
    const { rows } =
      await sql<Row>`select * from ${sql.table(table.name)} ${after} order by ${columns} limit ${size}`.execute(
        db,
      );
    if (rows.length === 0) return;
    yield rows;
    last = keyOf(table, rows.at(-1) ?? {});
    const weight = rows.reduce((sum, row) => sum + weightOf(row), 0) / rows.length;
    size = Math.max(1, Math.min(mostRows, Math.floor(batchCharacters / weight)));
  }
}

export const keyOf = (table: Table, row: Row): unknown[] => table.key.map((name) => row[name]);

function weightOf(row: Row): number {
  let weight = 0;
  for (const name in row) {
    const value = row[name];
    weight += typeof value === 'string' || value instanceof Uint8Array ? value.length : 8;
  }
  return weight;
}

export async function insertRows(db: Db, table: Table, rows: readonly Row[]): Promise<void> {
  const isPostgres = dialectOf(db).kind === 'postgres';
  const width = table.columns.length;
  // SQLite is in this process, so a short statement that is prepared once is the fastest.
  const atOnce = isPostgres ? Math.floor(mostValues / width) : 1;
  const names = table.columns.map(({ name }) => `"${name}"`).join(', ');
  for (let from = 0; from < rows.length; from += atOnce) {
    const part = rows.slice(from, from + atOnce);
    const holder = (row: number, column: number) => (isPostgres ? `$${row * width + column + 1}` : '?');
    const values = part.map(
      (_, row) => `(${table.columns.map((_, column) => holder(row, column)).join(', ')})`,
    );
    await db.executeQuery(
      CompiledQuery.raw(
        `insert into "${table.name}" (${names}) values ${values.join(', ')}`,
        part.flatMap((row) => table.columns.map(({ name, kind }) => asStored(row[name], kind))),
      ),
    );
  }
}

/** PostgreSQL's driver reads JSON into objects, and wants it written as text. */
const asStored = (value: unknown, kind: Kind): unknown =>
  kind === 'json' && value !== null && typeof value === 'object' ? JSON.stringify(value) : value;

export type Sum = { rows: number; sum: string };

/** Counts and adds up the rows of a table; the result is the same on every database and in every order. */
export async function sumOf(db: Db, table: Table, counted: (rows: number) => void = () => {}): Promise<Sum> {
  const columns = table.columns.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  let rows = 0;
  let sum = 0n;
  for await (const batch of batches(db, table, null)) {
    for (const row of batch) {
      const text = JSON.stringify(columns.map(({ name, kind }) => canonical(row[name], kind)));
      // Added and not xored: rows that are equal must not cancel each other.
      sum = BigInt.asUintN(256, sum + BigInt(`0x${hash('sha256', text)}`));
    }
    rows += batch.length;
    counted(batch.length);
  }
  return { rows, sum: sum.toString(16).padStart(64, '0') };
}

function canonical(value: unknown, kind: Kind): unknown {
  if (value === null || value === undefined) return null;
  if (kind === 'date') return isIso(value) ? value : new Date(value as string).toISOString();
  if (kind === 'json') return sorted(typeof value === 'string' ? JSON.parse(value) : value);
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('hex') };
  if (typeof value === 'boolean' || typeof value === 'bigint') return Number(value);
  return value;
}

/** As JavaScript writes it, which is how nearly all dates are stored. */
const isIso = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value);

/** PostgreSQL keeps the fields of an object in an order of its own. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, field]) => [name, sorted(field)]));
}

/** The number that the database will give next. */
export async function nextNumber(db: Db, table: Table): Promise<number | null> {
  if (table.counter === null) return null;
  const { rows } = await (dialectOf(db).kind === 'postgres'
    ? sql<{ next: number }>`select case when is_called then last_value + 1 else last_value end as next
        from ${await sequenceOf(db, table)}`
    : sql<{ next: number }>`select coalesce(max(seq), 0) + 1 as next from sqlite_sequence
        where name = ${table.name}`
  ).execute(db);
  return rows[0]?.next ?? 1;
}

export async function setNextNumber(db: Db, table: Table, next: number): Promise<void> {
  if (dialectOf(db).kind === 'postgres') {
    const sequence = sql`pg_get_serial_sequence(${table.name}, ${table.counter})`;
    await sql`select setval(${sequence}, ${next}, false)`.execute(db);
    return;
  }
  await sql`delete from sqlite_sequence where name = ${table.name}`.execute(db);
  // As SQLite has it: nothing for a table that never had a row.
  if (next > 1)
    await sql`insert into sqlite_sequence (name, seq) values (${table.name}, ${next - 1})`.execute(db);
}

async function sequenceOf(db: Db, table: Table) {
  const { rows } = await sql<{ name: string }>`
    select pg_get_serial_sequence(${table.name}, ${table.counter}) as name`.execute(db);
  // The database names it as SQL wants it, schema and quotes included.
  return sql.raw(rows[0]?.name ?? '');
}
