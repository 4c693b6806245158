/** A test, or a file of tests, and how long it took. */
export type Timing = { name: string; ms: number; note?: string };

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

export const minutes = (ms: number): string => `${(ms / 60_000).toFixed(1)} min`;

export function slowest(title: string, timings: readonly Timing[], count = 10): string[] {
  if (timings.length === 0) return [];
  const longest = timings.toSorted((a, b) => b.ms - a.ms).slice(0, count);
  return [
    `${title}:`,
    ...longest.map(
      ({ name, ms, note }) => `${seconds(ms).padStart(9)}  ${name}${note === undefined ? '' : ` (${note})`}`,
    ),
  ];
}

/** Time by part, the largest first. Parts run in parallel, so their sum exceeds the duration of the run. */
export function breakdown(title: string, parts: ReadonlyMap<string, number>): string {
  const sorted = [...parts].filter(([, ms]) => ms >= 50).sort(([, a], [, b]) => b - a);
  return `${title}: ${sorted.map(([name, ms]) => `${name} ${seconds(ms)}`).join(', ')}`;
}

export function add(parts: Map<string, number>, name: string, ms: number): void {
  parts.set(name, (parts.get(name) ?? 0) + ms);
}

type Entry = { began: number; limitMs: number };

/**
 * Tracks which tests run, and which have exceeded their limit. A timeout of the runner is a timer in the test's process,
 * which never fires if the test blocks that process, so the reporter, in another process, checks too.
 */
export class Running {
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  begin(name: string, limitMs: number): void {
    this.#entries.set(name, { began: this.#now(), limitMs });
  }

  end(name: string): void {
    this.#entries.delete(name);
  }

  hanging(): string[] {
    return this.#list(({ began, limitMs }) => this.#now() - began > limitMs);
  }

  toString(): string {
    return this.#list(() => true).join(', ');
  }

  #list(wanted: (entry: Entry) => boolean): string[] {
    return [...this.#entries]
      .filter(([, entry]) => wanted(entry))
      .map(([name, { began }]) => `${name} ${seconds(this.#now() - began)}`);
  }
}

/** Prints `line()` regularly, and ends the runner with the names of hanging tests, if there are any. */
export function watch(running: Running, line: () => string, everyMs = 15_000): () => void {
  const timer = setInterval(() => {
    const hanging = running.hanging();
    if (hanging.length > 0) {
      console.log(hanging.map((name) => `hangs, and blocks its process: ${name}`).join('\n'));
      process.exit(1);
    }
    console.log(line());
  }, everyMs);
  return () => clearInterval(timer);
}
