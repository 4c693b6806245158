import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { flushFailed } from './database-errors.ts';

const flushToDisk: (file: number) => Promise<void> = promisify(fdatasync);

/**
 * Flushes the write-ahead log to disk in a thread of the pool, so that the event loop does not wait for the disk. Commits that
 * happen during a flush share the next one.
 */
export class WalFlush {
  readonly #log: string;
  /** Moves everything from the log into the database file, and flushes both; throws if that fails. */
  readonly #checkpoint: () => void;
  readonly #flushFile: (file: number) => Promise<void>;
  #file: number | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #hasFailed = false;

  constructor(log: string, checkpoint: () => void, flushFile = flushToDisk) {
    this.#log = log;
    this.#checkpoint = checkpoint;
    this.#flushFile = flushFile;
  }

  /** Resolves when everything that was committed before the call is on disk. */
  flushed(): Promise<void> {
    if (!this.#running) return this.#begin();
    // The running flush may have begun before the commit.
    this.#next ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        return this.#begin();
      });
    return this.#next;
  }

  #begin(): Promise<void> {
    const running = this.#flush().finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }

  async #flush(): Promise<void> {
    try {
      // After an error the kernel may drop what it could not write and report success the next time, with a gap in the log.
      if (this.#hasFailed) this.#checkpoint();
      this.#hasFailed = false;
      this.#file ??= openSync(this.#log, 'r+');
      await this.#flushFile(this.#file);
    } catch (error) {
      this.#hasFailed = true;
      throw flushFailed(error);
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}
