import { hash } from 'node:crypto';
import { Kysely, sql } from 'kysely';
import { derivedTables, sameTables, siteTables, type Table } from './catalog.ts';
import { sqliteDialect } from './dialect.ts';
import { migrate, migrations, unfinishedMove } from './migrate.ts';
import { DatabaseProblem, type Db, type OpenDatabase } from './open.ts';
import { batches, insertRows, keyOf, nextNumber, type Sum, setNextNumber, sumOf } from './row-checksums.ts';
import type { Schema } from './schema.ts';
import { nodeSqlite } from './sqlite.ts';

/** How a move tells what it does: a stage with so many things to do, and how many of them are done. */
export type Stages = (name: string, all: number) => (done: number) => void;

/** What a move found in the source, table by table. */
export type Content = { tables: Table[]; sums: Map<string, Sum>; next: Map<string, number> };

const done = 'done';

/** Whether a move into this database can begin, or go on; whatever else is in there stays untouched. */
export async function prepareTarget(target: OpenDatabase): Promise<void> {
  const { rows: tables } = await target.dialect.tables.execute(target.db);
  if (tables.some(({ name }) => name === unfinishedMove)) {
    await requireVersion(target, 'Name an empty database for the move.');
    return;
  }
  await migrate(target);
  const fresh = await rowsOfNewDatabase();
  for (const table of await siteTables(target.db, target.dialect)) {
    if ((await countRows(target.db, table.name)) > (fresh.get(table.name) ?? 0))
      throw new DatabaseProblem(
        `The database at ${target.place} is not empty: it has rows in "${table.name}". A move needs an empty one.`,
      );
  }
}

/** Migrations may put rows into tables. */
async function rowsOfNewDatabase(): Promise<Map<string, number>> {
  const db = new Kysely<Schema>({ dialect: nodeSqlite(':memory:').dialect });
  try {
    await migrate({ db, dialect: sqliteDialect, place: 'memory', version: null, listen: null, pool: null });
    const tables = await siteTables(db, sqliteDialect);
    return new Map(
      await Promise.all(tables.map(async ({ name }) => [name, await countRows(db, name)] as const)),
    );
  } finally {
    await db.destroy();
  }
}

async function countRows(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(db);
  return rows[0]?.rows ?? 0;
}

export async function requireVersion({ db, dialect, place }: OpenDatabase, advice: string): Promise<void> {
  const { rows: tables } = await dialect.tables.execute(db);
  if (!tables.some(({ name }) => name === 'migrations'))
    throw new DatabaseProblem(`The database at ${place} holds no site of Not Terrible.`);
  const applied = new Set(
    (await db.selectFrom('migrations').select('name').execute()).map(({ name }) => name),
  );
  const known = migrations.map(({ name }) => name);
  if (applied.size !== known.length || known.some((name) => !applied.has(name)))
    throw new DatabaseProblem(`The database at ${place} was written by another version. ${advice}`);
}

/** Copies every table into the target, which was prepared; an interrupted copy goes on where it was. */
export async function copyTables(
  source: OpenDatabase,
  target: OpenDatabase,
  stage: Stages,
): Promise<Content> {
  await requireVersion(source, 'Start this version on it once, which brings it up to date; then move it.');
  return inSnapshot(source, async (frozen) => {
    const tables = sameTables(
      await siteTables(frozen, source.dialect),
      await siteTables(target.db, target.dialect),
    );
    const content = await readContent(frozen, tables, stage('Reading', await countAll(frozen, tables)));
    await beginOrGoOn(target.db, content);
    const copied = stage('Copying', rowsIn(content));
    for (const table of tables) await copyTable(frozen, target.db, table, content, copied);
    for (const table of tables) {
      const next = content.next.get(table.name);
      if (next !== undefined) await setNextNumber(target.db, table, next);
    }
    return content;
  });
}

/** Runs `work` on a handle that sees the data as it is now, whatever others write meanwhile. */
export async function inSnapshot<Result>(
  { db, dialect }: OpenDatabase,
  work: (frozen: Db) => Promise<Result>,
): Promise<Result> {
  return db.connection().execute(async (connection) => {
    for (const step of dialect.beginSnapshot) await step.execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql`rollback`.execute(connection);
    }
  });
}

async function countAll(db: Db, tables: readonly Table[]): Promise<number> {
  let all = 0;
  for (const { name } of tables) all += await countRows(db, name);
  return all;
}

export async function readContent(
  db: Db,
  tables: Table[],
  counted: (rows: number) => void = () => {},
): Promise<Content> {
  const content: Content = { tables, sums: new Map(), next: new Map() };
  for (const table of tables) {
    content.sums.set(table.name, await sumOf(db, table, counted));
    const next = await nextNumber(db, table);
    if (next !== null) content.next.set(table.name, next);
  }
  return content;
}

const rowsIn = ({ sums }: Content): number => [...sums.values()].reduce((all, { rows }) => all + rows, 0);

/** The tables that are not equal. */
export function differences(one: Content, other: Content): string[] {
  const of = (content: Content, name: string) =>
    JSON.stringify([content.sums.get(name), content.next.get(name)]);
  return one.tables.map(({ name }) => name).filter((name) => of(one, name) !== of(other, name));
}

/** Goes on with a move of exactly this content; of any other one, nothing is worth keeping. */
async function beginOrGoOn(db: Db, content: Content): Promise<void> {
  const print = hash('sha256', JSON.stringify([[...content.sums], [...content.next]]));
  await db.transaction().execute(async (tx) => {
    await sql`create table if not exists ${sql.table(unfinishedMove)}
      (name text not null primary key, value text not null)`.execute(tx);
    if ((await reached(tx, 'content')) === print) return;
    await sql`delete from ${sql.table(unfinishedMove)}`.execute(tx);
    for (const name of [...derivedTables, ...content.tables.map((table) => table.name).reverse()])
      await sql`delete from ${sql.table(name)}`.execute(tx);
    await reach(tx, 'content', print);
  });
}

async function copyTable(
  source: Db,
  target: Db,
  table: Table,
  { sums }: Content,
  copied: (rows: number) => void,
): Promise<void> {
  const place = `table:${table.name}`;
  const known = await reached(target, place);
  if (known !== undefined)
    copied(known === done ? (sums.get(table.name)?.rows ?? 0) : await countRows(target, table.name));
  if (known === done) return;
  for await (const rows of batches(source, table, known === undefined ? null : JSON.parse(known))) {
    await target.transaction().execute(async (tx) => {
      await insertRows(tx, table, rows);
      const last = rows.at(-1);
      await reach(tx, place, table.key.length > 0 && last ? JSON.stringify(keyOf(table, last)) : done);
    });
    copied(rows.length);
  }
  await reach(target, place, done);
}

export async function reached(db: Db, place: string): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`
    select value from ${sql.table(unfinishedMove)} where name = ${place}`.execute(db);
  return rows[0]?.value;
}

export async function reach(db: Db, place: string, value: string): Promise<void> {
  await sql`insert into ${sql.table(unfinishedMove)} (name, value) values (${place}, ${value})
    on conflict (name) do update set value = excluded.value`.execute(db);
}

/** From here on the target is a site like any other. */
export async function finish(target: Db): Promise<void> {
  await sql`drop table ${sql.table(unfinishedMove)}`.execute(target);
}
