import { realpathSync, statSync } from 'node:fs';

/** SQLITE_READONLY_DBMOVED, which SQLite itself knows only outside WAL mode. */
export const movedCode = 1032;

export class DatabaseMoved extends Error {
  override readonly name = 'DatabaseMoved';
  readonly errcode = movedCode;
}

/**
 * Where an open database lies. SQLite goes on writing into a file that was moved, replaced or deleted, and what it
 * acknowledges there is lost at the next start.
 */
export class SqliteLocation {
  readonly #file: string;
  readonly #log: string;
  readonly #fileId: string | null;
  #logId: string | null;

  /** Of a file that was just opened for writing. */
  constructor(file: string) {
    this.#file = file;
    // The write-ahead log lies beside the file itself, not beside a link to it.
    this.#log = `${realpathSync(file)}-wal`;
    this.#fileId = identity(file);
    this.#logId = identity(this.#log);
  }

  hasMoved(): boolean {
    if (identity(this.#file) !== this.#fileId) return true;
    const log = identity(this.#log);
    // It is created with the first access, and stays the same file as long as a connection is open.
    this.#logId ??= log;
    return log !== this.#logId;
  }

  require(): void {
    if (this.hasMoved())
      throw new DatabaseMoved(
        `${this.#file} was moved, replaced or deleted while the site runs, so nothing is written to it. Put the file back together with its -wal file, or restart the site.`,
      );
  }
}

/** Null when there is no such file. Any other failure says nothing about that. */
function identity(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}` : null;
}
