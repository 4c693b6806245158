import { backup, DatabaseSync } from 'node:sqlite';

/** 4 MB; between steps the disk is free for other work. */
const pagesPerStep = 1000;

/** Copies a consistent snapshot of a database that may be in use into a new file without a write-ahead log. */
export async function copySqlite(from: string, to: string): Promise<void> {
  using source = new DatabaseSync(from, { readOnly: true, timeout: 5_000 });
  // One read transaction for the whole copy: without it, each concurrent write would restart the backup.
  source.exec('begin; select count(*) from sqlite_schema');
  await backup(source, to, { rate: pagesPerStep });
  using copy = new DatabaseSync(to);
  copy.exec('pragma journal_mode = delete');
}
