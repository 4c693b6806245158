import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { packageRoot } from '../package-root.ts';

/** What a SQLite file that nobody writes to turns out to be. */
export type Inspection = {
  /** What is wrong with it, in a few words. */
  problem: string | null;
  migrations: string[];
  /** The files of all pictures. */
  pictures: string[];
  /** The site's id; null in a database from before sites had one. */
  siteId: string | null;
};

const nothing = { migrations: [], pictures: [], siteId: null };

/** Reads all of the file: every page, index and reference. Takes its time, so servers do it aside. */
export function inspect(file: string): Inspection {
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      const problem = unsound(database) ?? orphaned(database);
      return problem === null
        ? {
            problem,
            migrations: migrationsOf(database),
            pictures: picturesOf(database),
            siteId: siteIdOf(database),
          }
        : { ...nothing, problem };
    } finally {
      database.close();
    }
  } catch (error) {
    return { ...nothing, problem: (error as Error).message };
  }
}

function unsound(database: DatabaseSync): string | null {
  const found = database.prepare('pragma integrity_check(1)').get()?.integrity_check;
  return found === 'ok' ? null : String(found);
}

function orphaned(database: DatabaseSync): string | null {
  const row = database.prepare('select "table" as name from pragma_foreign_key_check limit 1').get();
  return row ? `a row of ${row.name} belongs to nothing` : null;
}

function migrationsOf(database: DatabaseSync): string[] {
  return database
    .prepare('select name from migrations order by name')
    .all()
    .map(({ name }) => String(name));
}

function picturesOf(database: DatabaseSync): string[] {
  const names = new Set<string>();
  for (const { variants } of database.prepare('select variants from images').iterate())
    for (const { name } of JSON.parse(String(variants)) as { name: string }[]) names.add(name);
  return [...names].sort();
}

function siteIdOf(database: DatabaseSync): string | null {
  const row = database.prepare("select value from settings where name = 'site_id'").get();
  return row ? String(row.value) : null;
}

/** The same in a thread of its own. */
export function inspectInWorker(file: string): Promise<Inspection> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(path.join(packageRoot, 'src/db/inspect-worker.ts'), {
      workerData: file,
      // What this process was started with is not meant for it.
      execArgv: [],
    });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The check of the database ended without a result.')));
  });
}
