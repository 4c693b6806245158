import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isBusy, isCorrupt } from './database-errors.ts';

/** The application id in the header of our SQLite files: "NotT". */
export const applicationId = 0x4e6f7454;

/** The check takes about 5 ms per megabyte; larger files are only checked by backups. */
const quickCheckBytes = 64 * 1024 * 1024;

type FileCheck = 'new' | 'ok' | { corrupt: string } | { foreign: string } | 'missing';

/**
 * Checks a database file read-only, because opening it for use would change even a foreign file. With `expected`, other
 * traces of a site exist, so that an absent or empty file is missing and not new.
 */
export function checkDatabaseFile(file: string, expected: boolean): FileCheck {
  const wal = `${file}-wal`;
  const hasWal = existsSync(wal) && statSync(wal).size > 0;
  const start = headerOf(file);
  if (start === null || start.length === 0) return expected || hasWal ? 'missing' : 'new';
  if (start.toString('latin1') !== 'SQLite format 3\0')
    return expected || /^SQLite/.test(start.toString('latin1'))
      ? { corrupt: 'its header is not that of a database' }
      : { foreign: 'it is not a SQLite database' };
  try {
    using database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
    return foreignContent(database) ?? corruption(database, file) ?? 'ok';
  } catch (error) {
    // Other errors (locked, unreadable) do not mean that the content is corrupt.
    if (isCorrupt(error)) return { corrupt: (error as Error).message };
    throw error;
  }
}

function headerOf(file: string): Buffer | null {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    if (!fstatSync(handle).isFile()) return Buffer.from('not a file');
    const start = Buffer.alloc(16);
    return start.subarray(0, readSync(handle, start));
  } finally {
    closeSync(handle);
  }
}

function foreignContent(database: DatabaseSync): FileCheck | null {
  const { application_id: id } = database.prepare('pragma application_id').get() as {
    application_id: number;
  };
  if (id !== 0 && id !== applicationId) return { foreign: 'its header names another program' };
  const tables = database.prepare("select name from sqlite_schema where type = 'table'").all();
  const isOurs = tables.length === 0 || tables.some(({ name }) => name === 'migrations');
  return isOurs ? null : { foreign: 'its tables are not those of Not Terrible' };
}

function corruption(database: DatabaseSync, file: string): FileCheck | null {
  if (statSync(file).size > quickCheckBytes) return null;
  const { quick_check: found } = database.prepare('pragma quick_check(1)').get() as { quick_check: string };
  return found === 'ok' ? null : { corrupt: found.replaceAll('\n', ' ').trim() };
}

/** A connection in WAL mode holds a shared lock even when idle, so an exclusive one fails while the file is open. */
export function isFileInUse(file: string): boolean {
  using probe = new DatabaseSync(file, { timeout: 0 });
  try {
    probe.exec('pragma locking_mode = exclusive; begin immediate; rollback;');
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  }
}
