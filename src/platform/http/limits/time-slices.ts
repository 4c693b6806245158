export type SliceLimits = {
  /** How long work runs before the event loop serves everything else, and longer if everything else took longer. */
  sliceMs: number;
  /** The same while many cached pages are read. Each turn of the event loop costs something, too. */
  shortSliceMs: number;
  maxSliceMs: number;
};

/**
 * Cooperative scheduling of work that the event loop cannot interrupt. SQLite and React are synchronous, so without it all
 * pages that are rendered at the same time would continue in the same turn of the event loop, and cached pages would wait for
 * all of them. Here a turn ends after a slice, and one piece of work begins at a time.
 */
export class TimeSlices {
  readonly #limits: SliceLimits;
  /** Work that has begun comes first: what it holds is free sooner. */
  readonly #begun: (() => void)[] = [];
  readonly #new: (() => void)[] = [];
  #isScheduled = false;
  /** Since when something else could run. */
  #since = 0;
  #ends = 0;
  readonly #areCachedPagesRead: () => boolean;

  constructor(limits: SliceLimits, areCachedPagesRead: () => boolean) {
    this.#limits = limits;
    this.#areCachedPagesRead = areCachedPagesRead;
  }

  /** Resolves when work may begin, in a later turn of the event loop. */
  begin(): Promise<void> {
    return this.#wait(this.#new);
  }

  /** Resolves when work that has begun may continue, in a later turn of the event loop. */
  yield(): Promise<void> {
    return this.#wait(this.#begun);
  }

  #wait(waiting: (() => void)[]): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push(resolve);
    if (!this.#isScheduled) this.#schedule();
    return promise;
  }

  #schedule(): void {
    this.#isScheduled = true;
    this.#since = performance.now();
    setImmediate(this.#startSlice);
  }

  readonly #startSlice = (): void => {
    const { sliceMs, shortSliceMs, maxSliceMs } = this.#limits;
    const least = this.#areCachedPagesRead() ? shortSliceMs : sliceMs;
    const now = performance.now();
    // Rejecting a flood of requests takes time, too: this work gets at least as much as everything else did.
    this.#ends = now + Math.min(Math.max(least, now - this.#since), maxSliceMs);
    this.#startNext();
  };

  readonly #startNext = (): void => {
    const next = this.#begun.shift() ?? this.#new.shift();
    next?.();
    // After all microtasks of this piece of work.
    queueMicrotask(this.#afterMicrotasks);
  };

  readonly #afterMicrotasks = (): void => process.nextTick(this.#continue);

  readonly #continue = (): void => {
    if (this.#begun.length + this.#new.length === 0) this.#isScheduled = false;
    else if (performance.now() < this.#ends) this.#startNext();
    else this.#schedule();
  };
}
