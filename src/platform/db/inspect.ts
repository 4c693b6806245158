import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { programFile } from '../process/package-root.ts';

export type SiteIdentity = {
  /** Null in a database from before sites had an id. */
  siteId: string | null;
  /** A secret that each site has; null before its first start. */
  key: string | null;
};

/** The result of a full check of a SQLite file that is not in use. */
type Inspection = SiteIdentity & {
  /** What is wrong with the file, in a few words. */
  problem: string | null;
  migrations: string[];
  /** The names of all image, audio and video files. */
  images: string[];
};

const empty = { migrations: [], images: [], siteId: null, key: null };

/** Reads every page, index and reference of the file, which takes long: servers use `inspectInWorker`. */
export function inspect(file: string): Inspection {
  try {
    using database = new DatabaseSync(file, { readOnly: true });
    const problem = corruption(database) ?? brokenReference(database);
    return problem === null
      ? {
          problem,
          migrations: migrationsOf(database),
          images: imagesOf(database),
          ...identify(database),
        }
      : { ...empty, problem };
  } catch (error) {
    return { ...empty, problem: (error as Error).message };
  }
}

function corruption(database: DatabaseSync): string | null {
  const found = database.prepare('pragma integrity_check(1)').get()?.integrity_check;
  return found === 'ok' ? null : String(found);
}

function brokenReference(database: DatabaseSync): string | null {
  const row = database.prepare('select "table" as name from pragma_foreign_key_check limit 1').get();
  return row ? `a row of ${row.name} references a missing row` : null;
}

function migrationsOf(database: DatabaseSync): string[] {
  return database
    .prepare('select name from migrations order by name')
    .all()
    .map(({ name }) => String(name));
}

function imagesOf(database: DatabaseSync): string[] {
  const names = new Set<string>();
  // A database of an earlier release has only some of these tables.
  const tables = database
    .prepare("select name from sqlite_schema where name in ('images', 'media', 'site_images')")
    .all();
  const all = tables.map(({ name }) => `select variants from ${name}`).join(' union all ');
  for (const { variants } of database.prepare(all).iterate())
    for (const { name } of JSON.parse(String(variants)) as { name: string }[]) names.add(name);
  for (const name of imagesInBin(database)) names.add(name);
  return [...names].sort();
}

function imagesInBin(database: DatabaseSync): string[] {
  // A database from before there was a bin.
  if (!database.prepare("select 1 from sqlite_schema where name = 'hidden_files'").get()) return [];
  return database
    .prepare('select folder, names, hidden from hidden_files')
    .all()
    .flatMap(({ folder, names, hidden }) =>
      (JSON.parse(String(names)) as string[]).map((name) => (hidden === 1 ? `${folder}/${name}` : name)),
    );
}

export function identify(database: DatabaseSync): SiteIdentity {
  const values = database.prepare('select value from settings where name = ?');
  const setting = (name: string) => (values.get(name)?.value as string | undefined) ?? null;
  return { siteId: setting('site_id'), key: setting('key:addresses') };
}

/** Like `inspect`, in a worker thread. */
export function inspectInWorker(file: string): Promise<Inspection> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(programFile('platform/db/inspect-worker'), {
      workerData: file,
      // The flags of this process do not apply to the worker.
      execArgv: [],
    });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The check of the database ended without a result.')));
  });
}
