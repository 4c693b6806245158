/** After so long an event counts for a third. */
const decayMs = 5_000;

/** How many events a second there were lately, as a moving average that costs no memory per event. */
export class Rate {
  #sum = 0;
  #at = 0;

  count(): void {
    const now = performance.now();
    this.#sum = 1 + this.#decayed(now);
    this.#at = now;
  }

  perSecond(): number {
    return this.#decayed(performance.now()) / (decayMs / 1_000);
  }

  #decayed(now: number): number {
    return this.#sum * Math.exp((this.#at - now) / decayMs);
  }
}
