import path from 'node:path';
import { sql } from 'kysely';
import { noSiteInDatabase } from '../messages/operator.ts';
import { derivedTables, sameTables, siteTables, type Table } from './catalog.ts';
import { dialectOf } from './dialect.ts';
import { inBatches } from './in-batches.ts';
import { migrate, migrations } from './migrate.ts';
import { DatabaseProblem, type Db, type OpenDatabase, openDatabase } from './open.ts';
import { batches, insertRows } from './table-rows.ts';

type SnapshotSource = Pick<OpenDatabase, 'db' | 'dialect' | 'location' | 'copyFile'>;

/**
 * Writes a consistent snapshot of either database into a new SQLite file. `indexTexts` rebuilds the search index, whose form
 * depends on the database.
 */
export async function snapshotOf(
  source: SnapshotSource,
  file: string,
  indexTexts: (db: Db) => Promise<void>,
): Promise<void> {
  if (source.copyFile) await source.copyFile(file);
  else await copyRows(source, file, indexTexts);
}

async function copyRows(
  source: SnapshotSource,
  file: string,
  indexTexts: (db: Db) => Promise<void>,
): Promise<void> {
  await using target = openDatabase({ dataDir: path.dirname(file), databaseUrl: null });
  await inSnapshot(source, async (snapshot) => {
    // A backup before a migration has the old schema, and so must the copy.
    const applied = await appliedMigrations(snapshot, source);
    await migrate(
      target,
      migrations.filter(({ name }) => applied.includes(name)),
    );
    const tables = sameTables(
      await siteTables(snapshot, source.dialect),
      await siteTables(target.db, target.dialect),
    );
    // Migrations insert rows.
    await emptyTables(target.db, tables);
    for (const table of tables) {
      for await (const rows of batches(snapshot, table, null))
        await inBatches(0, rows.length, async (from, size) => {
          const chunk = rows.slice(from, from + size);
          await target.db.transaction().execute((tx) => insertRows(tx, table, chunk));
          return from + size < rows.length ? from + size : null;
        });
      const next = await nextId(snapshot, table);
      if (next !== null) await setNextId(target.db, table, next);
    }
  });
  await indexTexts(target.db);
  await sql`pragma journal_mode = delete`.execute(target.db);
}

async function appliedMigrations(snapshot: Db, { dialect, location }: SnapshotSource): Promise<string[]> {
  const { rows: tables } = await dialect.tables.execute(snapshot);
  if (!tables.some(({ name }) => name === 'migrations'))
    throw new DatabaseProblem(noSiteInDatabase(location));
  return (await snapshot.selectFrom('migrations').select('name').execute()).map(({ name }) => name);
}

/** Runs `work` with a handle on a consistent snapshot, unaffected by concurrent writes. */
export async function inSnapshot<Result>(
  { db, dialect }: Pick<OpenDatabase, 'db' | 'dialect'>,
  work: (snapshot: Db) => Promise<Result>,
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

export const nextId = async (db: Db, { name, identity }: Table): Promise<number | null> =>
  identity === null ? null : dialectOf(db).nextId(db, name, identity);

export async function setNextId(db: Db, { name, identity }: Table, next: number): Promise<void> {
  if (identity !== null) await dialectOf(db).setNextId(db, name, identity, next);
}

/** Deletes all rows of a site, those of derived tables last, because triggers change them. An old schema may not have all. */
export async function emptyTables(db: Db, tables: readonly Table[]): Promise<void> {
  const { rows: known } = await dialectOf(db).tables.execute(db);
  const derived = derivedTables.filter((name) => known.some((table) => table.name === name));
  for (const name of [...tables.map((table) => table.name).reverse(), ...derived])
    await sql`delete from ${sql.table(name)}`.execute(db);
}
