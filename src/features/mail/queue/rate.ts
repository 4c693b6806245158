const minuteMs = 60_000;
/** Within a minute, mails are spread over windows of this length, so that a newsletter does not use up a minute at once. */
const windowMs = 2_000;

/** Limits how many mails are sent in any minute. */
export class MailRate {
  /** When mails were sent, ascending. */
  #times: number[];

  constructor(times: readonly number[]) {
    this.#times = times.toSorted((a, b) => a - b);
  }

  /** When the next mail may be sent; in the past: now. */
  nextAt(perMinute: number, now: number): number {
    this.#times = this.#times.filter((time) => time > now - minuteMs);
    const perWindow = Math.max(1, Math.ceil((perMinute * windowMs) / minuteMs));
    return Math.max(this.#free(perMinute, minuteMs), this.#free(perWindow, windowMs));
  }

  /** When fewer than `limit` mails are in a window that ends then. */
  #free(limit: number, length: number): number {
    const time = this.#times.at(-limit);
    return time === undefined ? 0 : time + length;
  }

  add(time: number): void {
    this.#times.push(time);
  }
}
