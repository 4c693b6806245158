import { spawnSync } from 'node:child_process';
import { test } from 'vitest';
import { nameWithout } from './results.ts';

/** Programs that tests try the product with, and that not every machine has. */
export const isInstalled = (program: string): boolean => spawnSync('which', [program]).status === 0;

/**
 * A test that needs programs or folders which `npm ci` cannot install. Where they are missing it is skipped, and the last lines of
 * `npm test` name it and them; every other skipped test counts as failed.
 */
export function testWith(missing: readonly string[]): typeof test {
  if (missing.length === 0) return test;
  const skip = (name: string, ...rest: unknown[]) =>
    (test.skip as (...args: unknown[]) => void)(nameWithout(name, missing), ...rest);
  return skip as typeof test;
}
