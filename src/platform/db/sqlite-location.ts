import { realpathSync, statSync } from 'node:fs';
import { databaseFileMoved } from '../messages/operator.ts';
import { movedCode } from './database-errors.ts';

class DatabaseMoved extends Error {
  override readonly name = 'DatabaseMoved';
  readonly errcode = movedCode;
}

/**
 * Detects that an open database file was moved, replaced or deleted. SQLite would keep writing to it, and everything it
 * acknowledged would be lost at the next start.
 */
export class SqliteLocation {
  readonly #file: string;
  /** The write-ahead log. */
  readonly log: string;
  readonly #fileId: string | null;
  #logId: string | null;

  /** Call right after the file was opened for writing. */
  constructor(file: string) {
    this.#file = file;
    // The write-ahead log is next to the file itself, not next to a symbolic link to it.
    this.log = `${realpathSync(file)}-wal`;
    this.#fileId = identity(file);
    this.#logId = identity(this.log);
  }

  hasMoved(): boolean {
    if (identity(this.#file) !== this.#fileId) return true;
    const log = identity(this.log);
    // Created on first access; it stays the same file while a connection is open.
    this.#logId ??= log;
    return log !== this.#logId;
  }

  requireUnmoved(): void {
    if (this.hasMoved()) throw new DatabaseMoved(databaseFileMoved(this.#file));
  }
}

/** Null when the file does not exist; other errors are thrown, because they do not mean that. */
function identity(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}` : null;
}
