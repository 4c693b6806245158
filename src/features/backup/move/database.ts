import { hash } from 'node:crypto';
import { Kysely, sql } from 'kysely';
import { sameTables, siteTables, type Table } from '../../../platform/db/catalog.ts';
import { sqliteDialect } from '../../../platform/db/dialect.ts';
import { isOfNewerVersion, migrate, migrations, moveProgressTable } from '../../../platform/db/migrate.ts';
import { DatabaseProblem, type Db, type OpenDatabase } from '../../../platform/db/open.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { emptyTables, inSnapshot, nextId, setNextId } from '../../../platform/db/snapshot.ts';
import { nodeSqlite } from '../../../platform/db/sqlite.ts';
import { batches, type Checksum, checksumOf, insertRows, keyOf } from '../../../platform/db/table-rows.ts';
import {
  databaseOfOtherVersion,
  interruptedMoveVersion,
  noSiteInDatabase,
  sourceOfOtherVersion,
  targetNotEmpty,
} from '../../../platform/messages/operator.ts';

/** Reports progress: a stage has a name and a total, and each call of the returned function adds to what is done. */
export type Stages = (name: string, total: number) => (done: number) => void;

/** What a database contains, by table: checksums, and the next value of each identity column. */
type Content = { tables: Table[]; sums: Map<string, Checksum>; next: Map<string, number> };

const done = 'done';

/** Prepares an empty database for a move, or accepts one with an interrupted move; any other is refused untouched. */
export async function prepareTarget(target: OpenDatabase): Promise<void> {
  const { rows: tables } = await target.dialect.tables.execute(target.db);
  if (tables.some(({ name }) => name === moveProgressTable)) {
    await requireVersion(target, interruptedMoveVersion);
    return;
  }
  await migrate(target);
  const fresh = await rowsOfNewDatabase();
  for (const table of await siteTables(target.db, target.dialect)) {
    if ((await countRows(target.db, table.name)) > (fresh.get(table.name) ?? 0))
      throw new DatabaseProblem(targetNotEmpty(target.location, table.name));
  }
}

/** Row counts of a new database, because migrations insert rows. */
async function rowsOfNewDatabase(): Promise<Map<string, number>> {
  await using db = new Kysely<Schema>({ dialect: nodeSqlite(':memory:').dialect });
  await migrate({ db, dialect: sqliteDialect, location: ':memory:' });
  const tables = await siteTables(db, sqliteDialect);
  return new Map(
    await Promise.all(tables.map(async ({ name }) => [name, await countRows(db, name)] as const)),
  );
}

async function countRows(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(db);
  return rows[0]?.rows ?? 0;
}

async function requireVersion({ db, dialect, location }: OpenDatabase, advice: string): Promise<void> {
  const { rows: tables } = await dialect.tables.execute(db);
  if (!tables.some(({ name }) => name === 'migrations'))
    throw new DatabaseProblem(noSiteInDatabase(location));
  const applied = (await db.selectFrom('migrations').select('name').execute()).map(({ name }) => name);
  if (isOfNewerVersion(applied) || migrations.some(({ name }) => !applied.includes(name)))
    throw new DatabaseProblem(databaseOfOtherVersion(location, advice));
}

/** Copies every table into a prepared target; an interrupted copy resumes where it stopped. */
export async function copyTables(
  source: OpenDatabase,
  target: OpenDatabase,
  stage: Stages,
): Promise<Content> {
  await requireVersion(source, sourceOfOtherVersion);
  return inSnapshot(source, async (snapshot) => {
    const tables = sameTables(
      await siteTables(snapshot, source.dialect),
      await siteTables(target.db, target.dialect),
    );
    const content = await readContent(snapshot, tables, stage('Reading', await countAll(snapshot, tables)));
    await beginOrResume(target.db, content);
    const copied = stage('Copying', rowsIn(content));
    for (const table of tables) await copyTable(snapshot, target.db, table, content, copied);
    for (const table of tables) {
      const next = content.next.get(table.name);
      if (next !== undefined) await setNextId(target.db, table, next);
    }
    return content;
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
    content.sums.set(table.name, await checksumOf(db, table, counted));
    const next = await nextId(db, table);
    if (next !== null) content.next.set(table.name, next);
  }
  return content;
}

const rowsIn = ({ sums }: Content): number => [...sums.values()].reduce((all, { rows }) => all + rows, 0);

/** The names of the tables that differ. */
export function differences(one: Content, other: Content): string[] {
  const of = (content: Content, name: string) =>
    JSON.stringify([content.sums.get(name), content.next.get(name)]);
  return one.tables.map(({ name }) => name).filter((name) => of(one, name) !== of(other, name));
}

/** Resumes a move of exactly this content; what a move of other content left is deleted. */
async function beginOrResume(db: Db, content: Content): Promise<void> {
  const fingerprint = hash('sha256', JSON.stringify([[...content.sums], [...content.next]]));
  await db.transaction().execute(async (tx) => {
    await sql`create table if not exists ${sql.table(moveProgressTable)}
      (name text not null primary key, value text not null)`.execute(tx);
    if ((await progressOf(tx, 'content')) === fingerprint) return;
    await sql`delete from ${sql.table(moveProgressTable)}`.execute(tx);
    await emptyTables(tx, content.tables);
    await setProgress(tx, 'content', fingerprint);
  });
}

async function copyTable(
  source: Db,
  target: Db,
  table: Table,
  { sums }: Content,
  copied: (rows: number) => void,
): Promise<void> {
  const step = `table:${table.name}`;
  const known = await progressOf(target, step);
  if (known !== undefined)
    copied(known === done ? (sums.get(table.name)?.rows ?? 0) : await countRows(target, table.name));
  if (known === done) return;
  for await (const rows of batches(source, table, known === undefined ? null : JSON.parse(known))) {
    await target.transaction().execute(async (tx) => {
      await insertRows(tx, table, rows);
      const last = rows.at(-1);
      await setProgress(tx, step, table.key.length > 0 && last ? JSON.stringify(keyOf(table, last)) : done);
    });
    copied(rows.length);
  }
  await setProgress(target, step, done);
}

export async function progressOf(db: Db, step: string): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`
    select value from ${sql.table(moveProgressTable)} where name = ${step}`.execute(db);
  return rows[0]?.value;
}

export async function setProgress(db: Db, step: string, value: string): Promise<void> {
  await sql`insert into ${sql.table(moveProgressTable)} (name, value) values (${step}, ${value})
    on conflict (name) do update set value = excluded.value`.execute(db);
}

/** Removes the progress table, so that a site can start on the target. */
export async function finish(target: Db): Promise<void> {
  await sql`drop table ${sql.table(moveProgressTable)}`.execute(target);
}
