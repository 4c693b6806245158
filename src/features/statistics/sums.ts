import { maxNamesPerDay, otherNames } from './api/statistics.ts';
import type { StatisticsKind } from './tables.ts';

/** (Visitor, name) pairs that a process remembers until they are written; beyond that only views are counted. */
const maxPairs = 50_000;
const maxReaders = 100;

/** Who asks, only in memory: what of it reaches the disk is a hash (`hashes.ts`). */
export type Visitor = { readonly key: string; isCounted: boolean };

export type Sum = {
  readonly kind: StatisticsKind;
  readonly name: string;
  views: number;
  readonly visitors: Set<Visitor>;
  /** Feed readers that tell how many subscribers they have. */
  readers: Map<string, number> | null;
};

/** What one process counted since the last flush, of one day. Its size is bounded, whatever is asked for. */
export class Sums {
  readonly day: string;
  readonly #names = new Map<StatisticsKind, Map<string, Sum>>();
  #pairs = 0;

  constructor(day: string) {
    this.day = day;
  }

  /** How many pairs wait to be written. */
  get pairs(): number {
    return this.#pairs;
  }

  get isEmpty(): boolean {
    return this.#names.size === 0;
  }

  sum(kind: StatisticsKind, name: string): Sum {
    let names = this.#names.get(kind);
    if (!names) {
      names = new Map();
      this.#names.set(kind, names);
    }
    const known = names.get(name);
    if (known) return known;
    if (names.size >= maxNamesPerDay && name !== otherNames) return this.sum(kind, otherNames);
    const sum: Sum = { kind, name, views: 0, visitors: new Set(), readers: null };
    names.set(name, sum);
    return sum;
  }

  visited(sum: Sum, visitor: Visitor): void {
    if (this.#pairs >= maxPairs) return;
    const { visitors } = sum;
    const before = visitors.size;
    visitors.add(visitor);
    this.#pairs += visitors.size - before;
  }

  setSubscribers(sum: Sum, reader: string, subscribers: number): void {
    sum.readers ??= new Map();
    const known = sum.readers.get(reader);
    if (known === undefined && sum.readers.size >= maxReaders) return;
    if (known === undefined || known < subscribers) sum.readers.set(reader, subscribers);
  }

  /** Adds what could not be written. */
  putBack(sums: Iterable<Sum>): void {
    for (const { kind, name, views, visitors, readers } of sums) {
      const sum = this.sum(kind, name);
      sum.views += views;
      for (const visitor of visitors) this.visited(sum, visitor);
      for (const [reader, subscribers] of readers ?? []) this.setSubscribers(sum, reader, subscribers);
    }
  }

  *[Symbol.iterator](): Generator<Sum> {
    for (const names of this.#names.values()) yield* names.values();
  }
}
