import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely';
import { hasCode, isStaleResult, isStatementLost, sqliteCode } from './database-errors.ts';
import { type GramIndex, postgresGrams, sqliteGrams } from './gram-index.ts';
import type { Schema } from './schema.ts';
import { postgresSearch, type SearchIndex, sqliteSearch } from './search-index.ts';

type ColumnRow = {
  table: string;
  column: string;
  type: string;
  keyPosition: number;
  isIdentity: number;
};
export type ReferenceRow = { from: string; to: string };

/** Every difference between SQLite and PostgreSQL that a query can meet; `open.ts` covers how each is opened. */
export type Dialect = {
  kind: 'sqlite' | 'postgres';
  /** Column types and table options of migrations. */
  id: RawBuilder<unknown>;
  date: RawBuilder<unknown>;
  tableOptions: RawBuilder<unknown>;
  /** The size of the database in bytes. */
  size: RawBuilder<{ bytes: number }>;
  /** Makes other migrating processes wait until the transaction ends, however long it takes. */
  lockMigrations: readonly RawBuilder<unknown>[];
  tables: RawBuilder<{ name: string }>;
  /** Begins a transaction that reads a consistent snapshot without blocking writers. */
  beginSnapshot: readonly RawBuilder<unknown>[];
  /** Serializes the transactions that lock the same name; null on SQLite, where all write transactions are serialized. */
  lockName(name: string): RawBuilder<unknown> | null;
  /** Locks the selected rows until the transaction ends; empty on SQLite, for the same reason. */
  forUpdate: RawBuilder<unknown>;
  /** Like forUpdate, but leaves out rows that another transaction has locked. */
  skipLocked: RawBuilder<unknown>;
  /** Whether a concurrent transaction caused the error, so that a retry can succeed. */
  isConflict(error: unknown): boolean;
  /** Whether a column contains this text, which may have any characters. */
  contains(column: Expression<string>, text: string): RawBuilder<boolean>;
  /** The number of the part of the time since 1970 that a date is in; each is so many seconds long. */
  bucket(date: Expression<unknown>, seconds: number): RawBuilder<number>;
  /** The month of a date in UTC, as YYYY-MM. */
  month(date: Expression<unknown>): RawBuilder<string>;
  /**
   * One of several queries whose first rows in this order are merged by UNION ALL without sorting: SQLite reads each in order by
   * itself, PostgreSQL needs the order and the limit in each.
   */
  mergedPart(query: RawBuilder<unknown>, order: RawBuilder<unknown>, rows: number): RawBuilder<unknown>;
  /** A subquery as JSON text: an array of objects made of `fields`. */
  jsonRows(fields: Record<string, Expression<unknown>>, from: RawBuilder<unknown>): RawBuilder<string>;
  /** An aggregate as JSON text: the array of the values, of those rows alone that a condition selects. */
  jsonValues(value: Expression<unknown>, where?: RawBuilder<unknown>): RawBuilder<string>;
  /** The integers of an array in JSON text as a subquery with the column `value`. */
  integersOf(json: Expression<string>): RawBuilder<number>;
  /** Whether a column is one of the integers of an array in JSON text. PostgreSQL would read a whole table for `in`. */
  isOneOf(column: Expression<unknown>, json: Expression<string>): RawBuilder<boolean>;
  search: SearchIndex;
  grams: GramIndex;
  /** Describes the tables for copies from one database to another. */
  catalog: { columns: RawBuilder<ColumnRow>; references: RawBuilder<ReferenceRow> };
  /** How many rows of so many columns one INSERT should hold, and how it marks its n-th parameter, counted from 1. */
  insert: { rowsPerStatement(columns: number): number; parameter(n: number): string };
  /** The next value of an identity column. */
  nextId(db: Kysely<Schema>, table: string, column: string): Promise<number>;
  setNextId(db: Kysely<Schema>, table: string, column: string, next: number): Promise<void>;
  /** Takes values of an identity column, in ascending order, for rows that this transaction inserts. */
  takeIds(tx: Kysely<Schema>, table: string, column: string, count: number): Promise<number[]>;
};

const pairs = (fields: Record<string, Expression<unknown>>) =>
  sql.join(Object.entries(fields).flatMap(([name, value]) => [sql.lit(name), value]));

const named = (fields: Record<string, Expression<unknown>>) =>
  sql.join(Object.entries(fields).map(([name, value]) => sql`${value} as ${sql.ref(name)}`));

const filter = (where: RawBuilder<unknown> | undefined) => (where ? sql` filter (where ${where})` : sql``);

export const sqliteDialect: Dialect = {
  kind: 'sqlite',
  id: sql`integer primary key autoincrement`,
  date: sql`text`,
  tableOptions: sql`strict`,
  size: sql`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`,
  lockMigrations: [],
  tables: sql`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`,
  beginSnapshot: [sql`begin`],
  lockName: () => null,
  forUpdate: sql``,
  skipLocked: sql``,
  // SQLITE_CONSTRAINT_UNIQUE and SQLITE_CONSTRAINT_PRIMARYKEY
  isConflict: (error) => [2067, 1555].includes(sqliteCode(error) ?? 0),
  contains: (column, text) => sql`instr(${column}, ${text}) > 0`,
  bucket: (date, seconds) => sql`unixepoch(${date}) / ${sql.lit(seconds)}`,
  month: (date) => sql`substr(${date}, 1, 7)`,
  mergedPart: (query) => query,
  jsonRows: (fields, from) =>
    sql`(select coalesce(json_group_array(json_object(${pairs(fields)})), '[]') from ${from})`,
  jsonValues: (value, where) => sql`json_group_array(${value})${filter(where)}`,
  integersOf: (json) => sql`(select value from json_each(${json}))`,
  isOneOf: (column, json) => sql`${column} in (select value from json_each(${json}))`,
  search: sqliteSearch,
  grams: sqliteGrams,
  catalog: {
    columns: sql`
      select t.name as "table", c.name as "column", lower(c.type) as type, c.pk as "keyPosition",
        c.pk = 1 and s.sql like '%autoincrement%' as "isIdentity"
      from pragma_table_list as t
      join sqlite_schema as s on s.name = t.name and s.type = 'table'
      join pragma_table_info(t.name) as c
      where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\'
      order by t.name, c.cid`,
    references: sql`
      select t.name as "from", f."table" as "to"
      from pragma_table_list as t join pragma_foreign_key_list(t.name) as f
      where t.schema = 'main' and t.type = 'table'`,
  },
  // SQLite runs in this process, so one short statement that stays prepared is the fastest.
  insert: { rowsPerStatement: () => 1, parameter: () => '?' },
  async nextId(db, table) {
    const { rows } = await sql<{ next: number }>`
      select coalesce(max(seq), 0) + 1 as next from sqlite_sequence where name = ${table}`.execute(db);
    return rows[0]?.next ?? 1;
  },
  async setNextId(db, table, _column, next) {
    await sql`delete from sqlite_sequence where name = ${table}`.execute(db);
    // Like SQLite itself, which has no entry for a table that never had a row.
    if (next > 1)
      await sql`insert into sqlite_sequence (name, seq) values (${table}, ${next - 1})`.execute(db);
  },
  // Write transactions are serialized, and inserting the rows advances the sequence.
  async takeIds(tx, table, column, count) {
    const next = await this.nextId(tx, table, column);
    return Array.from({ length: count }, (_, index) => next + index);
  },
};

/** Lifts the timeouts for the current transaction. */
const noTimeouts = sql`select set_config(name, '0', true)
  from unnest(array['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) as name`;

/** PostgreSQL accepts at most 65,535 parameters in one statement. */
const maxParameters = 32_000;

export const postgresDialect: Dialect = {
  kind: 'postgres',
  id: sql`integer generated by default as identity primary key`,
  date: sql`timestamptz`,
  tableOptions: sql``,
  size: sql`select pg_database_size(current_database()) as bytes`,
  lockMigrations: [noTimeouts, sql`select pg_advisory_xact_lock(7165436517)`],
  tables: sql`select table_name as name from information_schema.tables where table_schema = current_schema()`,
  beginSnapshot: [sql`begin isolation level repeatable read read only`, noTimeouts],
  lockName: (name) => sql`select pg_advisory_xact_lock(hashtext(${name}))`,
  forUpdate: sql`for update`,
  skipLocked: sql`for update skip locked`,
  // unique_violation, serialization_failure, deadlock_detected; or a named statement that is prepared again next time.
  isConflict: (error) =>
    hasCode(error, '23505', '40001', '40P01') || isStaleResult(error) || isStatementLost(error),
  contains: (column, text) => sql`strpos(${column}, ${text}) > 0`,
  bucket: (date, seconds) => sql`floor(extract(epoch from ${date}) / ${sql.lit(seconds)})`,
  month: (date) => sql`to_char(${date} at time zone 'UTC', 'YYYY-MM')`,
  mergedPart: (query, order, rows) => sql`(${query} order by ${order} limit ${rows})`,
  // json_build_object looks up the types of its values again for every row, which takes as long as the rest.
  jsonRows: (fields, from) =>
    sql`(select coalesce(json_agg(fields), '[]')::text from (select ${named(fields)} from ${from}) as fields)`,
  jsonValues: (value, where) => sql`coalesce(json_agg(${value})${filter(where)}, '[]')::text`,
  integersOf: (json) => sql`(select value::bigint from json_array_elements_text(${json}::json))`,
  isOneOf: (column, json) =>
    sql`${column} = any(array(select value::bigint from json_array_elements_text(${json}::json)))`,
  search: postgresSearch,
  grams: postgresGrams,
  catalog: {
    columns: sql`
      select t.relname as "table", a.attname as "column", format_type(a.atttypid, null) as type,
        coalesce(array_position(i.indkey::int2[], a.attnum), -1) + 1 as "keyPosition",
        case when a.attidentity <> '' then 1 else 0 end as "isIdentity"
      from pg_class as t
      join pg_attribute as a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      left join pg_index as i on i.indrelid = t.oid and i.indisprimary
      where t.relnamespace = current_schema()::regnamespace and t.relkind in ('r', 'p')
        and t.relpersistence = 'p'
      order by t.relname, a.attnum`,
    references: sql`
      select t.relname as "from", o.relname as "to"
      from pg_constraint as c
      join pg_class as t on t.oid = c.conrelid
      join pg_class as o on o.oid = c.confrelid
      where c.contype = 'f' and c.connamespace = current_schema()::regnamespace`,
  },
  insert: {
    rowsPerStatement: (columns) => Math.floor(maxParameters / columns),
    parameter: (n) => `$${n}`,
  },
  async nextId(db, table, column) {
    const { rows: sequence } = await sql<{ name: string }>`
      select pg_get_serial_sequence(${table}, ${column}) as name`.execute(db);
    // Already quoted, with its schema.
    const name = sql.raw(sequence[0]?.name ?? '');
    const { rows } = await sql<{ next: number }>`
      select case when is_called then last_value + 1 else last_value end as next from ${name}`.execute(db);
    return rows[0]?.next ?? 1;
  },
  async setNextId(db, table, column, next) {
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}), ${next}, false)`.execute(db);
  },
  async takeIds(tx, table, column, count) {
    const { rows } = await sql<{ id: number }>`
      select nextval(pg_get_serial_sequence(${table}, ${column})) as id from generate_series(1, ${count})`.execute(
      tx,
    );
    return rows.map(({ id }) => Number(id)).sort((a, b) => a - b);
  },
};

/**
 * The dialect of a handle, which may be a transaction. It asks the adapter what it supports instead of for its class: the
 * built server bundles its own Kysely, and tests pass its handles to functions of the sources.
 */
export const dialectOf = (db: Pick<Kysely<never>, 'getExecutor'>): Dialect =>
  db.getExecutor().adapter.supportsTransactionalDdl ? postgresDialect : sqliteDialect;
