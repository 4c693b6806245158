import { existsSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { derivedTables, sameTables, siteTables } from '../db/catalog.ts';
import { migrate, migrations } from '../db/migrate.ts';
import { inSnapshot } from '../db/move.ts';
import { DatabaseProblem, type Db, type OpenDatabase, openDatabase } from '../db/open.ts';
import { batches, insertRows, nextNumber, setNextNumber } from '../db/row-checksums.ts';
import { copySqlite } from '../db/sqlite-copy.ts';

/**
 * Writes all of the data, as it is at one moment, into a new SQLite file, whatever database it lives in. `indexTexts`
 * makes the words of the search, which each database has in a form of its own.
 */
export async function snapshotOf(
  source: OpenDatabase,
  file: string,
  indexTexts: (db: Db) => Promise<void>,
): Promise<void> {
  if (source.dialect.kind === 'postgres') return copyPostgres(source, file, indexTexts);
  if (!existsSync(source.place)) throw new DatabaseProblem(`There is no database at ${source.place}.`);
  await copySqlite(source.place, file);
}

async function copyPostgres(
  source: OpenDatabase,
  file: string,
  indexTexts: (db: Db) => Promise<void>,
): Promise<void> {
  const target = openDatabase({ dataDir: path.dirname(file), databaseUrl: null });
  try {
    await inSnapshot(source, async (frozen) => {
      // Before a migration the source is older than this program, and the copy has to be as old.
      const applied = await appliedTo(frozen, source);
      await migrate(
        target,
        migrations.filter(({ name }) => applied.includes(name)),
      );
      const tables = sameTables(
        await siteTables(frozen, source.dialect),
        await siteTables(target.db, target.dialect),
      );
      // What migrations have put into them.
      for (const name of [...derivedTables, ...tables.map((table) => table.name).reverse()])
        await sql`delete from ${sql.table(name)}`.execute(target.db);
      for (const table of tables) {
        for await (const rows of batches(frozen, table, null))
          await target.db.transaction().execute((tx) => insertRows(tx, table, rows));
        const next = await nextNumber(frozen, table);
        if (next !== null) await setNextNumber(target.db, table, next);
      }
    });
    await indexTexts(target.db);
    await sql`pragma journal_mode = delete`.execute(target.db);
  } finally {
    await target.db.destroy();
  }
}

async function appliedTo(frozen: Db, { dialect, place }: OpenDatabase): Promise<string[]> {
  const { rows: tables } = await dialect.tables.execute(frozen);
  if (!tables.some(({ name }) => name === 'migrations'))
    throw new DatabaseProblem(`The database at ${place} holds no site of Not Terrible.`);
  return (await frozen.selectFrom('migrations').select('name').execute()).map(({ name }) => name);
}
