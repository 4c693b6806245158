/** The days of a site (`YYYY-MM-DD`), which begin at midnight in its time zone. */
export class Days {
  #timeZone = '';
  #format: Intl.DateTimeFormat | undefined;
  #day = '';
  /** Until when the day is known without asking: all time zones change their day at a quarter of an hour. */
  #until = 0;

  constructor(timeZone: string) {
    this.timeZone = timeZone;
  }

  set timeZone(name: string) {
    if (name === this.#timeZone) return;
    this.#timeZone = name;
    // Canada writes dates as ISO 8601 does.
    this.#format = new Intl.DateTimeFormat('en-CA', { timeZone: name, dateStyle: 'short' });
    this.#until = 0;
  }

  /** The day of a time in milliseconds. Costs little, because it is asked for at each request. */
  at(ms: number): string {
    if (ms < this.#until && ms >= this.#until - quarterMs) return this.#day;
    this.#until = (Math.floor(ms / quarterMs) + 1) * quarterMs;
    this.#day = this.#format?.format(ms) ?? '';
    return this.#day;
  }

  /** Whether a day is over, and for so long that no process still counts for it. */
  isOver(day: string, ms: number): boolean {
    return day < (this.#format?.format(ms - graceMs) ?? '');
  }
}

const quarterMs = 15 * 60_000;
const graceMs = 10 * 60_000;
