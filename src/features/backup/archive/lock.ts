import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy } from '../../../platform/db/database-errors.ts';

/**
 * Runs `work` unless another process holds the lock of the folder; then it returns null. The lock is that of an empty SQLite file,
 * because the operating system releases it with the process that holds it. A file with a process id would outlive a power cut, and
 * the id could belong to another process then.
 */
export async function withLock<Result>(folder: string, work: () => Promise<Result>): Promise<Result | null> {
  await mkdir(folder, { recursive: true });
  using lock = new DatabaseSync(path.join(folder, '.lock.sqlite'), { timeout: 0 });
  if (!isTaken(lock)) return null;
  return await work();
}

function isTaken(lock: DatabaseSync): boolean {
  try {
    lock.exec('begin exclusive');
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}
