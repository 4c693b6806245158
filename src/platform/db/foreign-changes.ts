import type { DatabaseSync, StatementSync } from 'node:sqlite';

/**
 * Counts the changes that other processes made to what readers see. SQLite tells commits of other connections, of which many
 * change something else; triggers count changes of content (`content-version.ts`), those of this process included.
 */
export class ForeignChanges {
  readonly #database: DatabaseSync;
  readonly #dataVersion: StatementSync;
  #contentVersion: StatementSync | undefined;
  #seen: { data: unknown; content: unknown } | undefined;
  #count = 0;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#dataVersion = database.prepare('pragma data_version');
  }

  /** Costs a few microseconds. */
  count(): number {
    const data = this.#dataVersion.get()?.data_version;
    if (data === this.#seen?.data) return this.#count;
    const content = this.#content() ?? data;
    if (content !== this.#seen?.content) this.#count++;
    this.#seen = { data, content };
    return this.#count;
  }

  /** From now to the commit no other process can write, so what the version of content grows by is the transaction's own. */
  begun(): void {
    if (this.#seen) this.count();
  }

  commit(commit: () => void): void {
    const own = this.#seen && this.#content();
    commit();
    if (this.#seen && own !== undefined) this.#seen.content = own;
  }

  /** Undefined in a database without the table, where every commit counts as a change of content. */
  #content(): unknown {
    try {
      this.#contentVersion ??= this.#database.prepare('select version from content_version');
      return this.#contentVersion.get()?.version;
    } catch (error) {
      if (/no such table/.test(String(error))) return undefined;
      throw error;
    }
  }
}
