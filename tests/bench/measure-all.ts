import type { BenchRun, Measurement, Result } from './bench-run.ts';

/**
 * Runs measurements one after another. `store` gets all results so far after each of them, and one that fails ends none of the
 * others, because a run takes long. Returns the results and the names of those that failed.
 */
export async function measureAll(
  measurements: Readonly<Record<string, Measurement>>,
  run: BenchRun,
  store: (result: Result) => void,
): Promise<{ result: Result; failed: string[] }> {
  const result: Result = { lines: [], figures: [] };
  const failed: string[] = [];
  for (const [name, measure] of Object.entries(measurements)) {
    const began = performance.now();
    try {
      const { lines, figures } = await measure(run);
      result.lines.push(...lines);
      result.figures.push(...figures);
      store(result);
      console.log(`${name}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
    } catch (error) {
      failed.push(name);
      console.error(`${name} failed:`, error);
    }
  }
  return { result, failed };
}
