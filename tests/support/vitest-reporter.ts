import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { add, breakdown, Running, seconds, slowest, type Timing, watch } from './timings.ts';

/** Longer than the timeout of nearly every test and hook. */
const longMs = 15 * 60_000;
const hangsAfterMs = Number(process.env.TEST_HANGS_AFTER_MS ?? longMs);
const checkEveryMs = Math.min(15_000, hangsAfterMs);

/** Prints progress, each test that passed on retry or hangs, and at the end the slowest tests. */
export default class ProgressReporter implements Reporter {
  readonly #began = performance.now();
  readonly #running = new Running();
  #stop = () => {};
  #files = 0;
  #filesDone = 0;
  #testsDone = 0;

  onTestRunStart(files: readonly unknown[]): void {
    this.#files = files.length;
    this.#stop = watch(this.#running, () => this.#progress(), checkEveryMs);
  }

  onTestModuleQueued({ relativeModuleId }: TestModule): void {
    this.#running.begin(relativeModuleId, hangsAfterMs);
  }

  onTestCaseReady({ module, options: { timeout = longMs } }: TestCase): void {
    // A test that has more time, or no limit, is not ended before its time.
    const ownMs = timeout === 0 ? Number.POSITIVE_INFINITY : timeout + longMs;
    const isLong = timeout === 0 || timeout > longMs;
    this.#running.begin(module.relativeModuleId, isLong ? ownMs : hangsAfterMs);
  }

  onTestCaseResult(test: TestCase): void {
    this.#testsDone++;
    // The limit applies to one test, not to the file.
    this.#running.begin(test.module.relativeModuleId, hangsAfterMs);
    if (test.result().state === 'passed' && (test.diagnostic()?.retryCount ?? 0) > 0)
      console.log(`passed only on retry: ${test.module.relativeModuleId} › ${test.fullName}`);
  }

  onTestModuleEnd({ relativeModuleId }: TestModule): void {
    this.#filesDone++;
    this.#running.end(relativeModuleId);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    this.#stop();
    const files: Timing[] = [];
    const tests: Timing[] = [];
    const parts = new Map<string, number>();
    for (const module of modules) {
      const { duration, collectDuration, prepareDuration, environmentSetupDuration, setupDuration } =
        module.diagnostic();
      let inTests = 0;
      for (const test of module.children.allTests()) {
        const ms = test.diagnostic()?.duration ?? 0;
        inTests += ms;
        tests.push({ name: `${module.relativeModuleId} › ${test.fullName}`, ms });
      }
      const hooks = Math.max(0, duration - inTests);
      files.push({
        name: module.relativeModuleId,
        ms: duration + collectDuration,
        note: `imports ${seconds(collectDuration)}, hooks ${seconds(hooks)}, tests ${seconds(inTests)}`,
      });
      add(parts, 'starting workers', prepareDuration + environmentSetupDuration + setupDuration);
      add(parts, 'imports', collectDuration);
      add(parts, 'hooks', hooks);
      add(parts, 'tests', inTests);
    }
    const lines = [
      ...slowest('Slowest files', files),
      ...slowest('Slowest tests', tests),
      breakdown('Time over all workers', parts),
    ];
    console.log(lines.join('\n'));
  }

  #progress(): string {
    const passed = `${this.#filesDone} of ${this.#files} files, ${this.#testsDone} tests`;
    return `${seconds(performance.now() - this.#began)}: ${passed}; running ${this.#running}`;
  }
}
