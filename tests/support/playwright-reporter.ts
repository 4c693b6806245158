import { relative } from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase, TestResult, TestStep } from '@playwright/test/reporter';
import { add, breakdown, Running, seconds, slowest, type Timing, watch } from './timings.ts';

/** Added to the timeout of a test, for its fixtures, which have their own timeouts. */
const graceMs = Number(process.env.TEST_HANGS_AFTER_MS ?? 5 * 60_000);

/** Prints progress, each test that hangs, and at the end the slowest tests. */
export default class ProgressReporter implements Reporter {
  readonly #began = performance.now();
  readonly #running = new Running();
  readonly #tests: Timing[] = [];
  readonly #files = new Map<string, number>();
  readonly #setUp = new Map<string, number>();
  readonly #workers = new Set<number>();
  #root = '';
  #total = 0;
  #stop = () => {};

  onBegin(config: FullConfig, suite: Suite): void {
    this.#root = config.rootDir;
    this.#total = suite.allTests().length;
    this.#stop = watch(this.#running, () => this.#progress(), Math.min(15_000, graceMs));
  }

  onTestBegin(test: TestCase): void {
    this.#running.begin(this.#name(test), test.timeout + graceMs);
  }

  onTestEnd(test: TestCase, { duration, steps, workerIndex }: TestResult): void {
    const name = this.#name(test);
    this.#running.end(name);
    this.#workers.add(workerIndex);
    this.#tests.push({ name, ms: duration });
    add(this.#files, relative(this.#root, test.location.file), duration);
    const inSetUp = sum(steps.filter(({ category }) => category === 'hook'));
    add(this.#setUp, 'tests themselves', duration - inSetUp);
    this.#addFixtures(steps.filter(({ category }) => category === 'hook'));
  }

  onEnd(): void {
    this.#stop();
    const files = [...this.#files].map(([name, ms]) => ({ name, ms }));
    const lines = [
      ...slowest('Slowest files', files),
      ...slowest('Slowest tests', this.#tests),
      breakdown('Time over all workers', this.#setUp),
      `${this.#workers.size} workers were started, each with a browser.`,
    ];
    console.log(lines.join('\n'));
  }

  /** Time of each fixture and hook by name, nested steps included. */
  #addFixtures(steps: readonly TestStep[]): void {
    for (const { title, duration, steps: inner } of steps) {
      const fixtures = inner.filter(({ category }) => category === 'fixture' || category === 'hook');
      add(this.#setUp, title, duration - sum(fixtures));
      this.#addFixtures(fixtures);
    }
  }

  #name(test: TestCase): string {
    return [relative(this.#root, test.location.file), ...test.titlePath().slice(3)].join(' › ');
  }

  #progress(): string {
    const done = `${this.#tests.length} of ${this.#total} tests`;
    return `${seconds(performance.now() - this.#began)}: ${done}; running ${this.#running}`;
  }

  printsToStdio(): boolean {
    return true;
  }
}

const sum = (steps: readonly TestStep[]): number =>
  steps.reduce((total, { duration }) => total + duration, 0);
