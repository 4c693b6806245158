import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** What SQLite files of this product carry in their header: "NotT". */
export const applicationId = 0x4e6f7454;

/** A check of every page takes about 5 ms a megabyte; larger files get theirs with each backup. */
const quickCheckBytes = 64 * 1024 * 1024;

export type FoundFile = 'none' | 'sound' | { damaged: string } | { foreign: string } | 'missing';

/**
 * Looks at a database file before anything writes to it: opening it for use would change even a foreign one. `expected`
 * says that there are signs of a site, so that a file that is gone or empty is a loss and not a beginning.
 */
export function lookAt(file: string, expected: boolean): FoundFile {
  const wal = `${file}-wal`;
  const leftovers = existsSync(wal) && statSync(wal).size > 0;
  const start = startOf(file);
  if (start === null || start.length === 0) return expected || leftovers ? 'missing' : 'none';
  if (start.toString('latin1') !== 'SQLite format 3\0')
    return expected || /^SQLite/.test(start.toString('latin1'))
      ? { damaged: 'it does not begin as a database does' }
      : { foreign: 'it is no SQLite database' };
  try {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
    try {
      return strange(database) ?? damaged(database, file) ?? 'sound';
    } finally {
      database.close();
    }
  } catch (error) {
    const { errcode = 0, message } = error as { errcode?: number; message: string };
    // Corrupt, or no database. Others (locked, unreadable) say nothing about what it holds.
    if ([11, 26].includes(errcode & 0xff)) return { damaged: message };
    throw error;
  }
}

function startOf(file: string): Buffer | null {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    if (!fstatSync(handle).isFile()) return Buffer.from('no file at all');
    const start = Buffer.alloc(16);
    return start.subarray(0, readSync(handle, start));
  } finally {
    closeSync(handle);
  }
}

function strange(database: DatabaseSync): FoundFile | null {
  const { application_id: id } = database.prepare('pragma application_id').get() as {
    application_id: number;
  };
  if (id !== 0 && id !== applicationId) return { foreign: 'another program has marked it as its own' };
  const tables = database.prepare("select name from sqlite_schema where type = 'table'").all();
  const isOurs = tables.length === 0 || tables.some(({ name }) => name === 'migrations');
  return isOurs ? null : { foreign: 'its tables are not those of Not Terrible' };
}

function damaged(database: DatabaseSync, file: string): FoundFile | null {
  if (statSync(file).size > quickCheckBytes) return null;
  const { quick_check: found } = database.prepare('pragma quick_check(1)').get() as { quick_check: string };
  return found === 'ok' ? null : { damaged: found.replaceAll('\n', ' ').trim() };
}
