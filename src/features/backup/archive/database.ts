import path from 'node:path';
import { sql } from 'kysely';
import { sameTables, siteTables } from '../../../platform/db/catalog.ts';
import { inBatches } from '../../../platform/db/in-batches.ts';
import { migrate, migrations } from '../../../platform/db/migrate.ts';
import { DatabaseProblem, type Db, type OpenDatabase, openDatabase } from '../../../platform/db/open.ts';
import { batches, insertRows } from '../../../platform/db/table-rows.ts';
import { noSiteInDatabase } from '../../../platform/messages/operator.ts';
import { emptyTables, inSnapshot, nextId, setNextId } from '../move/database.ts';

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
  const target = openDatabase({ dataDir: path.dirname(file), databaseUrl: null });
  try {
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
  } finally {
    await target.db.destroy();
  }
}

async function appliedMigrations(snapshot: Db, { dialect, location }: SnapshotSource): Promise<string[]> {
  const { rows: tables } = await dialect.tables.execute(snapshot);
  if (!tables.some(({ name }) => name === 'migrations'))
    throw new DatabaseProblem(noSiteInDatabase(location));
  return (await snapshot.selectFrom('migrations').select('name').execute()).map(({ name }) => name);
}
