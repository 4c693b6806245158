/**
 * A queue that serves clients in turn: first in, first out for each client, and one entry of each client before the second of
 * any. So a client with a thousand requests delays another one by one entry.
 */
export class FairQueue<Entry> {
  /** In the order in which clients get their turn. */
  readonly #clients = new Map<string, Entry[]>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  lengthOf(client: string): number {
    return this.#clients.get(client)?.length ?? 0;
  }

  /** A client that has nothing waiting gets its turn after all others. */
  push(client: string, entry: Entry): void {
    const own = this.#clients.get(client);
    if (own) own.push(entry);
    else this.#clients.set(client, [entry]);
    this.#length++;
  }

  /** The oldest entry of the client whose turn it is. */
  shift(): Entry | undefined {
    for (const [client, entries] of this.#clients) {
      const entry = entries.shift();
      this.#clients.delete(client);
      if (entries.length > 0) this.#clients.set(client, entries);
      this.#length--;
      return entry;
    }
    return undefined;
  }

  /** The client with the most entries; of several, the one that is served next. */
  get largest(): string | undefined {
    let largest: string | undefined;
    for (const [client, { length }] of this.#clients)
      if (largest === undefined || length > this.lengthOf(largest)) largest = client;
    return largest;
  }

  /** Removes the newest entry of a client, which would be served last. */
  pop(client: string): Entry | undefined {
    const entries = this.#clients.get(client);
    const entry = entries?.pop();
    if (!entries || entry === undefined) return undefined;
    if (entries.length === 0) this.#clients.delete(client);
    this.#length--;
    return entry;
  }

  /** Removes the entries at the beginning of each client's queue that `isExpired` says so of, and returns them. */
  removeOldest(isExpired: (entry: Entry) => boolean): Entry[] {
    const removed: Entry[] = [];
    for (const [client, entries] of this.#clients) {
      const left = entries.findIndex((entry) => !isExpired(entry));
      removed.push(...entries.splice(0, left < 0 ? entries.length : left));
      if (entries.length === 0) this.#clients.delete(client);
    }
    this.#length -= removed.length;
    return removed;
  }
}
