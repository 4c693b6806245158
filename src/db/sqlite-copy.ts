import { backup, DatabaseSync } from 'node:sqlite';

/** Between portions the disk is free for others: 4 MB each. */
const pagesAtOnce = 1000;

/** Copies a database that may be in use, as it is at one moment, into a new file that stands by itself. */
export async function copySqlite(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true, timeout: 5_000 });
  try {
    // One reading transaction all along: without it, every write of somebody else would make the copy start again.
    source.exec('begin; select count(*) from sqlite_schema');
    await backup(source, to, { rate: pagesAtOnce });
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(to);
  try {
    copy.exec('pragma journal_mode = delete');
  } finally {
    copy.close();
  }
}
